import { useRef } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { saveFreezePeriodsRules } from "@/api/gen/rules";
import { FormDialog } from "@/ui/FormDialog";
import { AreaField } from "@/ui/fields/AreaField";
import { DayField, useDayRule } from "@/ui/fields/DayField";
import { FieldRow } from "@/ui/fields/FieldGroup";
import { TimeField } from "@/ui/fields/TimeField";
import type { GetFieldProps } from "@/ui/fields/useFieldProps";
import { emptyFreeze, type FreezeValues, stateOf, toPeriod } from "./freezeValues";
import { type FreezeList, readFreezes, saveFreezesRequest, useRefreshPolicies } from "./shared/policies";

const { reason, starts_at, ends_at } = saveFreezePeriodsRules.periods;
const rules = { reason, starts_at, ends_at };

/** Add a freeze period. The list is saved as a whole, so it is read again before. */
export function FreezeForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "freezes.form" });
  const refresh = useRefreshPolicies();
  const list = useRef<FreezeList>(null);
  return (
    <FormDialog<FreezeValues>
      title={t("add")}
      submit={t("submit")}
      initial={emptyFreeze()}
      draft="freezePeriod"
      rules={rules}
      shown={{ fields: { reason: t("reason") } }}
      call="SaveFreezePeriods"
      prepare={async (values) => {
        list.current = await readFreezes();
        return values;
      }}
      toRequest={(values) =>
        list.current && saveFreezesRequest(list.current, [...list.current.periods, toPeriod(values)])
      }
      done={t("added")}
      onSent={refresh}
      onClose={onClose}
    >
      {(ask, form) => <Fields ask={ask} form={form} />}
    </FormDialog>
  );
}

interface FieldsProps {
  ask: GetFieldProps<FreezeValues>;
  form: UseFormReturn<FreezeValues>;
}
function Fields({ ask, form: { control, formState, getValues, trigger } }: FieldsProps) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "freezes.form" });
  const isDay = useDayRule();
  /** The end follows the begin, and is not over. */
  function checkEnd(): string | true {
    const values = getValues();
    if (!values.starts_at || !values.start_time || !values.ends_at || !values.end_time) return true;
    const period = toPeriod(values);
    if (Date.parse(period.ends_at) <= Date.parse(period.starts_at)) return t("endsTooEarly");
    return stateOf(period) !== "over" || t("over");
  }
  const checkAgain = () => void (formState.isSubmitted && trigger("ends_at"));
  return (
    <>
      <FieldRow>
        <DayField
          label={t("from")}
          control={control}
          {...ask("starts_at", { missing: t("missing.day"), also: isDay, onChange: checkAgain })}
        />
        <TimeField
          label={t("fromTime")}
          {...ask("start_time", { required: true, missing: t("missing.time"), onChange: checkAgain })}
        />
      </FieldRow>
      <FieldRow>
        <DayField
          label={t("until")}
          control={control}
          {...ask("ends_at", {
            missing: t("missing.day"),
            also: (day) => {
              const result = isDay(day);
              return result === true ? checkEnd() : result;
            },
          })}
        />
        <TimeField
          label={t("untilTime")}
          {...ask("end_time", { required: true, missing: t("missing.time"), onChange: checkAgain })}
        />
      </FieldRow>
      <AreaField label={t("reason")} {...ask("reason", { missing: t("missing.reason") })} />
      <p className="soft">{t("zone")}</p>
    </>
  );
}
