import { Controller, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { eventType } from "@/api/gen/choices";
import { serverNow } from "@/api/token";
import { today } from "@/lib/dates";
import { CheckFilter } from "@/ui/fields/CheckFilter";
import { ChoiceCards } from "@/ui/fields/ChoiceCards";
import { DayField, useDayRule } from "@/ui/fields/DayField";
import { FieldGroup, FieldRow } from "@/ui/fields/FieldGroup";
import { DecimalField } from "@/ui/fields/fields";
import { TimeField } from "@/ui/fields/TimeField";
import type { Ask } from "@/ui/fields/useAsk";
import css from "./NewsScreen.module.css";
import { type Article, type ArticleValues, valuesOf } from "./news";

interface Props {
  ask: Ask<ArticleValues>;
  form: UseFormReturn<ArticleValues>;
  before: Article | null;
}

/** When a CME event takes place, and how; not in the past, unless it was there before (B 5, B-67). */
export function EventFields({ ask, form, before }: Props) {
  const { t } = useTranslation("news", { keyPrefix: "form" });
  const { t: news } = useTranslation("news");
  const min = today(serverNow());
  const notPast = useDayRule({ min });
  const was = before && valuesOf(before);
  const allDay = form.watch("all_day");

  /** The end, as the form's two fields say it, does not come before the start. */
  function inOrder(): string | true {
    const { start_day, start_time, end_day, end_time, all_day } = form.getValues();
    if (!start_day || !end_day) return true;
    const isBefore = end_day < start_day || (!all_day && end_day === start_day && !!end_time && end_time < start_time);
    return !isBefore || t("endsTooEarly");
  }
  return (
    <FieldGroup title={t("event")}>
      <Controller
        name="all_day"
        control={form.control}
        render={({ field: { value, onChange } }) => (
          <div className={css.check}>
            <CheckFilter label={t("allDay")} checked={value} onChange={onChange} />
          </div>
        )}
      />
      <FieldRow>
        <DayField
          label={t("from")}
          control={form.control}
          min={min}
          {...ask("start_day", {
            required: true,
            missing: t("fromMissing"),
            also: (day) => day === was?.start_day || notPast(day),
          })}
        />
        {!allDay && (
          <TimeField label={t("fromTime")} {...ask("start_time", { required: true, missing: t("fromMissing") })} />
        )}
      </FieldRow>
      <FieldRow>
        <DayField
          label={t("end")}
          control={form.control}
          min={min}
          {...ask("end_day", {
            required: true,
            missing: t("endMissing"),
            also: (day) => {
              const said = day === was?.end_day || notPast(day);
              return said === true && allDay ? inOrder() : said;
            },
          })}
        />
        {!allDay && (
          <TimeField
            label={t("endTime")}
            {...ask("end_time", { required: true, missing: t("endMissing"), also: inOrder })}
          />
        )}
      </FieldRow>
      <ChoiceCards
        legend={t("eventType")}
        short
        choices={eventType.map((value) => ({ value, title: news(`eventTypes.${value}`) }))}
        {...ask("event_type")}
      />
      <DecimalField label={t("creditHours")} {...ask("credit_hours")} />
    </FieldGroup>
  );
}
