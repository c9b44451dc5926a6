import { type Control, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { createdAt, isOrderNewer, oddness } from "@/lib/razorpay";
import { useMoment } from "@/lib/useMoment";
import { FormDialog } from "@/ui/FormDialog";
import { TextField } from "@/ui/fields/fields";
import { notify } from "@/ui/notify";
import { addPayment, idMax, isOrderId, isPaymentId, type NewPayment, useReloadPayments } from "./payments";

const empty: NewPayment = { razorpay_payment_id: "", razorpay_order_id: "" };

export function AddPayment({ clinicId, onClose }: { clinicId: number; onClose: () => void }) {
  const { t } = useTranslation("payments");
  const reloadPayments = useReloadPayments();
  async function save(payment: NewPayment) {
    const message = await addPayment(clinicId, payment);
    notify.success(message || t("add.added"));
    onClose();
    await reloadPayments();
  }
  return (
    <FormDialog
      title={t("add.title")}
      submit={t("add.submit")}
      initial={empty}
      fallback={t("add.failed")}
      onSubmit={save}
      onClose={onClose}
    >
      {({ register, control, formState: { errors } }) => (
        <>
          <TextField
            label={t("add.paymentId")}
            field={register("razorpay_payment_id", {
              validate: (text) => isPaymentId(text) || t("add.wrongPaymentId"),
            })}
            error={errors.razorpay_payment_id}
            hint={<Made of="razorpay_payment_id" control={control} />}
            maxLength={idMax}
            autoComplete="off"
            spellCheck={false}
            placeholder="pay_L0nSsccovt6zyp"
          />
          <TextField
            label={t("add.orderId")}
            field={register("razorpay_order_id", { validate: (text) => isOrderId(text) || t("add.wrongOrderId") })}
            error={errors.razorpay_order_id}
            hint={<Made of="razorpay_order_id" control={control} />}
            maxLength={idMax}
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
  const odd = created === null ? null : (oddness(created) ?? (isNewer ? "newer" : null));
  return (
    <span role="status" className={odd ? "doubt" : undefined}>
      {created !== null && t(`add.made.${odd ?? "created"}`, { moment: moment(new Date(created).toISOString()) })}
    </span>
  );
}
