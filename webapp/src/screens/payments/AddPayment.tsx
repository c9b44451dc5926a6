import { useTranslation } from "react-i18next";
import { addManualPaymentRules } from "@/api/gen/rules";
import { useTranslateServerMessage } from "@/lib/errors/useErrorText";
import { FormDialog } from "@/ui/form/FormDialog";
import { addPaymentRequest, type NewPayment, useReloadPayments } from "./payments";
import { type IdTime, RazorpayIdField } from "./shared/RazorpayIdField";

const empty: NewPayment = { razorpay_payment_id: "", razorpay_order_id: "" };

export function AddPayment({ clinicId, onClose }: { clinicId: number; onClose: () => void }) {
  const { t } = useTranslation("payments");
  const reloadPayments = useReloadPayments();
  const translate = useTranslateServerMessage();
  const timeText = (kind: IdTime, moment: string) => t(`add.made.${kind}`, { moment });
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
          <RazorpayIdField
            label={t("add.paymentId")}
            of="razorpay_payment_id"
            control={control}
            timeText={timeText}
            {...ask("razorpay_payment_id", { missing: t("add.wrongPaymentId"), wrong: t("add.wrongPaymentId") })}
          />
          <RazorpayIdField
            label={t("add.orderId")}
            of="razorpay_order_id"
            control={control}
            timeText={timeText}
            {...ask("razorpay_order_id", { missing: t("add.wrongOrderId"), wrong: t("add.wrongOrderId") })}
          />
        </>
      )}
    </FormDialog>
  );
}
