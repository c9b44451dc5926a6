import { type Control, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { addManualPaymentRules } from "@/api/gen/rules";
import { serverNow } from "@/api/token";
import { createdAt, isOrderNewer, oddness } from "@/lib/razorpay";
import { useMoment } from "@/lib/useMoment";
import { FormDialog } from "@/ui/FormDialog";
import { TextField } from "@/ui/fields/fields";
import { notify } from "@/ui/notify";
import { addPayment, type NewPayment, useReloadPayments } from "./payments";

const empty: NewPayment = { razorpay_payment_id: "", razorpay_order_id: "" };

export function AddPayment({ clinicId, onClose }: { clinicId: number; onClose: () => void }) {
  const { t } = useTranslation("payments");
  const reloadPayments = useReloadPayments();
  async function save(payment: NewPayment, close: () => void) {
    const message = await addPayment(clinicId, payment);
    notify.success(message || t("add.added"));
    close();
    await reloadPayments();
  }
  return (
    <FormDialog
      title={t("add.title")}
      submit={t("add.submit")}
      initial={empty}
      draft={`payments.${clinicId}`}
      rules={addManualPaymentRules}
      fallback={t("add.failed")}
      onSubmit={save}
      onClose={onClose}
    >
      {(ask, { control }) => (
        <>
          <TextField
            label={t("add.paymentId")}
            {...ask("razorpay_payment_id", { missing: t("add.wrongPaymentId"), wrong: t("add.wrongPaymentId") })}
            hint={<Made of="razorpay_payment_id" control={control} />}
            autoComplete="off"
            spellCheck={false}
            placeholder="pay_L0nSsccovt6zyp"
          />
          <TextField
            label={t("add.orderId")}
            {...ask("razorpay_order_id", { missing: t("add.wrongOrderId"), wrong: t("add.wrongOrderId") })}
            hint={<Made of="razorpay_order_id" control={control} />}
            autoComplete="off"
            spellCheck={false}
            placeholder="order_L0nS83FfCHaWqV"
          />
        </>
      )}
    </FormDialog>
  );
}

/** When an id was created, said while it is typed, with a warning when that is odd. */
function Made({ of, control }: { of: keyof NewPayment; control: Control<NewPayment> }) {
  const { t } = useTranslation("payments");
  const moment = useMoment();
  const ids = useWatch({ control }) as NewPayment;
  const created = createdAt(ids[of]);
  const paid = createdAt(ids.razorpay_payment_id);
  const isNewer = of === "razorpay_order_id" && created !== null && paid !== null && isOrderNewer(paid, created);
  const odd = created === null ? null : (oddness(created, serverNow().getTime()) ?? (isNewer ? "newer" : null));
  return (
    <span role="status" className={odd ? "doubt" : undefined}>
      {created !== null && t(`add.made.${odd ?? "created"}`, { moment: moment(new Date(created).toISOString()) })}
    </span>
  );
}
