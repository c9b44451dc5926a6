import type { Control } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { addManualPaymentRules } from "@/api/gen/rules";
import { useTranslateServerMessage } from "@/lib/errors/useErrorText";
import { useRazorpayIdTime } from "@/lib/format/useRazorpayIdTime";
import { TextField } from "@/ui/fields/fields";
import { FormDialog } from "@/ui/form/FormDialog";
import { addPaymentRequest, type NewPayment, useReloadPayments } from "./payments";

const empty: NewPayment = { razorpay_payment_id: "", razorpay_order_id: "" };

export function AddPayment({ clinicId, onClose }: { clinicId: number; onClose: () => void }) {
  const { t } = useTranslation("payments");
  const reloadPayments = useReloadPayments();
  const translate = useTranslateServerMessage();
  return (
    <FormDialog
      title={t("add.title")}
      submit={t("add.submit")}
      initial={empty}
      draft={`payments.${clinicId}`}
      rules={addManualPaymentRules}
      call="AddManualPayment"
      fallback={t("add.failed")}
      toRequest={(payment) => addPaymentRequest(clinicId, payment)}
      done={(answer) => translate(answer?.message ?? "") || t("add.added")}
      onSent={reloadPayments}
      onClose={onClose}
    >
      {(ask, { control }) => (
        <>
          <TextField
            label={t("add.paymentId")}
            {...ask("razorpay_payment_id", { missing: t("add.wrongPaymentId"), wrong: t("add.wrongPaymentId") })}
            cut
            hint={<Made of="razorpay_payment_id" control={control} />}
            autoComplete="off"
            spellCheck={false}
            placeholder="pay_…"
          />
          <TextField
            label={t("add.orderId")}
            {...ask("razorpay_order_id", { missing: t("add.wrongOrderId"), wrong: t("add.wrongOrderId") })}
            cut
            hint={<Made of="razorpay_order_id" control={control} />}
            autoComplete="off"
            spellCheck={false}
            placeholder="order_…"
          />
        </>
      )}
    </FormDialog>
  );
}

/** Creation time of an id while it is typed, with a warning if it is implausible. */
function Made({ of, control }: { of: keyof NewPayment; control: Control<NewPayment> }) {
  const { t } = useTranslation("payments");
  const paidAt = useRazorpayIdTime(control, of);
  return (
    <span role="status" className={paidAt?.odd ? "doubt" : undefined}>
      {paidAt && t(`add.made.${paidAt.odd ?? "created"}`, { moment: paidAt.moment })}
    </span>
  );
}
