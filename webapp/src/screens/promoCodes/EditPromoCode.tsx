import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { createPromoCodeRules } from "@/api/gen/rules";
import { serverNow } from "@/api/token";
import { formatNumber, plural } from "@/lib/format/numbers";
import { validate } from "@/lib/input/rules";
import { addDays, today } from "@/lib/time/dates";
import { Detail } from "@/ui/cells/cells";
import { ChoiceCards } from "@/ui/fields/ChoiceCards";
import { DayField, useDayRule } from "@/ui/fields/DayField";
import { NumberField, TextField } from "@/ui/fields/fields";
import type { GetFieldProps } from "@/ui/fields/useFieldProps";
import { FormDialog } from "@/ui/form/FormDialog";
import { useRecordVersion } from "@/ui/form/useRecordVersion";
import {
  type CodeValues,
  discountOf,
  discountRule,
  emptyCode,
  type PromoCode,
  readPromoCode,
  savePromoCodeRequest,
  toFormValues,
} from "./promoCodes";

interface Props {
  /** The edited code; null adds one. */
  code: PromoCode | null;
  onSaved: () => Promise<unknown>;
  onClose: () => void;
}

export function EditPromoCode({ code, onSaved, onClose }: Props) {
  const { t } = useTranslation("promoCodes", { keyPrefix: "edit" });
  const { t: common } = useTranslation();
  const tomorrow = addDays(today(serverNow()), 1);
  const dayRule = useDayRule({ min: tomorrow });

  const { newest, versions, shown } = useRecordVersion<PromoCode, CodeValues>(code, {
    read: readPromoCode,
    valuesOf: toFormValues,
    // The discount and its unit are one decision.
    along: { discount: ["unit"] },
    textOf: (name, value) => (name === "single_use" ? common(value === "yes" ? "yes" : "no") : String(value)),
    fields: { promo_code_name: t("name"), discount: t("discount"), expiry: t("expiry"), single_use: t("singleUse") },
  });
  return (
    <FormDialog
      title={t(code ? "update" : "add")}
      submit={t(code ? "submitUpdate" : "submitAdd")}
      initial={code ? toFormValues(code) : emptyCode}
      draft={code ? `promoCode.${code.id}` : "promoCode"}
      rules={createPromoCodeRules}
      call={code ? "UpdatePromoCode" : "CreatePromoCode"}
      versions={versions}
      shown={shown}
      toRequest={(values) => savePromoCodeRequest(newest.current, values)}
      done={t(code ? "updated" : "added")}
      nameOf={(values) => values.promo_code_name}
      onSent={onSaved}
      onClose={onClose}
    >
      {(ask, form) => (
        <>
          <TextField
            label={t("name")}
            autoComplete="off"
            spellCheck={false}
            {...ask("promo_code_name", { missing: t("nameMissing") })}
          />
          {code?.times_used ? <KeptDiscount code={code} /> : <Discount ask={ask} form={form} />}
          <DayField
            label={t("expiry")}
            control={form.control}
            min={tomorrow}
            {...ask("expiry", {
              missing: t("expiryMissing"),
              // A past expiry day is valid if it is unchanged (B-56).
              also: (day) => day === code?.expiry || dayRule(day),
            })}
          />
          <ChoiceCards
            legend={t("singleUse")}
            short
            choices={(["yes", "no"] as const).map((value) => ({ value, title: common(value) }))}
            {...ask("single_use", { required: true, missing: t("singleUseMissing") })}
          />
        </>
      )}
    </FormDialog>
  );
}

function Discount({ ask, form }: { ask: GetFieldProps<CodeValues>; form: UseFormReturn<CodeValues> }) {
  const { t } = useTranslation("promoCodes", { keyPrefix: "edit" });
  const { t: common } = useTranslation();
  function wrongOf(text: string): string | true {
    const complaint = validate(discountRule(form.getValues("unit")), text);
    if (complaint?.key !== "number") return true;
    return common("rule.number", { min: formatNumber(complaint.min), max: formatNumber(complaint.max) });
  }
  return (
    <>
      <ChoiceCards
        legend={t("unit")}
        short
        choices={(["rupee", "percent"] as const).map((value) => ({ value, title: t(value) }))}
        // A valid discount in one unit may be too high in the other.
        {...ask("unit", { onChange: () => form.formState.isSubmitted && void form.trigger("discount") })}
      />
      <NumberField
        label={t("discount")}
        {...ask("discount", { required: true, missing: t("discountMissing"), also: wrongOf })}
      />
    </>
  );
}

/** A used code keeps its discount (B-106). */
function KeptDiscount({ code }: { code: PromoCode }) {
  const { t } = useTranslation("promoCodes", { keyPrefix: "edit" });
  return (
    <dl>
      <Detail name={t("discount")}>
        {discountOf(code)}
        <p className="soft">{t("keptDiscount", plural(code.times_used))}</p>
      </Detail>
    </dl>
  );
}
