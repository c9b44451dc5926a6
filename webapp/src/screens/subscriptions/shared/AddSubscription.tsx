import { type Control, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { addManualSubscriptionRules } from "@/api/gen/rules";
import { useTranslateServerMessage } from "@/lib/errors/useErrorText";
import { looksLikeGstin } from "@/lib/format/gstin";
import { formatRupees } from "@/lib/format/numbers";
import { type IdTime, RazorpayIdField } from "@/screens/payments/shared/RazorpayIdField";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { TextField } from "@/ui/fields/fields";
import { SelectField } from "@/ui/fields/SelectField";
import { FormDialog } from "@/ui/form/FormDialog";
import { addSubscriptionRequest, type NewSubscription, usePlans, useReloadSubscriptions } from "./subscriptions";
import { usePeriod } from "./usePeriod";

const empty: NewSubscription = { billing_plan_id: "", razorpay_payment_id: "", razorpay_order_id: "", gstin: "" };

/** Subscribe a user to a plan that was paid online (B 2, B 5). */
export function AddSubscription({ userId, onClose }: { userId: number; onClose: () => void }) {
  const { t } = useTranslation("subscriptions", { keyPrefix: "add" });
  const { plans, failure } = usePlans();
  const period = usePeriod();
  const reload = useReloadSubscriptions();
  const translate = useTranslateServerMessage();
  const timeText = (kind: IdTime, moment: string) => t(`made.${kind}`, { moment });
  return (
    <FormDialog
      title={t("title")}
      submit={t("submit")}
      initial={empty}
      draft={`subscriptions.${userId}`}
      rules={addManualSubscriptionRules}
      call="AddManualSubscription"
      toRequest={(values) => addSubscriptionRequest(userId, values)}
      done={(answer) => translate(answer?.message ?? "") || t("added")}
      onSent={reload}
      onClose={onClose}
    >
      {(ask, { control }) => (
        <>
          {failure && <ErrorState text={t("noPlans")} {...failure} />}
          <SelectField
            label={t("plan")}
            nothing={t("choosePlan")}
            options={(plans ?? []).map((plan) => ({
              value: String(plan.id),
              text: [plan.name, plan.amount !== null && formatRupees(plan.amount), period(plan)]
                .filter(Boolean)
                .join(" · "),
            }))}
            {...ask("billing_plan_id", { required: true, missing: t("planMissing"), presenceOnly: true })}
          />
          <RazorpayIdField
            label={t("paymentId")}
            of="razorpay_payment_id"
            control={control}
            timeText={timeText}
            {...ask("razorpay_payment_id", { missing: t("paymentMissing") })}
          />
          <RazorpayIdField
            label={t("orderId")}
            of="razorpay_order_id"
            control={control}
            timeText={timeText}
            {...ask("razorpay_order_id", { missing: t("orderMissing") })}
          />
          <TextField
            label={t("gstin")}
            {...ask("gstin")}
            hint={<OddGstin control={control} />}
            autoComplete="off"
            spellCheck={false}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Warn about an implausible GSTIN, but never refuse it (B-53). */
function OddGstin({ control }: { control: Control<NewSubscription> }) {
  const { t } = useTranslation("subscriptions", { keyPrefix: "add" });
  const gstin = useWatch({ control, name: "gstin" });
  const odd = gstin.trim() !== "" && !looksLikeGstin(gstin);
  return (
    <span role="status" className={odd ? "doubt" : undefined}>
      {odd && t("oddGstin")}
    </span>
  );
}
