import { Controller, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { eventType } from "@/api/gen/choices";
import { serverNow } from "@/api/token";
import { today } from "@/lib/time/dates";
import { ChoiceCards } from "@/ui/fields/ChoiceCards";
import { DayField, useDayRule } from "@/ui/fields/DayField";
import { FieldGroup, FieldRow } from "@/ui/fields/FieldGroup";
import { DecimalField } from "@/ui/fields/fields";
import { TimeField } from "@/ui/fields/TimeField";
import type { GetFieldProps } from "@/ui/fields/useFieldProps";
import { CheckFilter } from "@/ui/filters/CheckFilter";
import css from "./NewsScreen.module.css";
import { type Article, type ArticleValues, isOver, toFormValues } from "./news";

interface Props {
  ask: GetFieldProps<ArticleValues>;
  form: UseFormReturn<ArticleValues>;
  before: Article | null;
}

/** Dates and type of a CME event; not in the past, unless they were before (B 5, B-67). */
export function EventFields({ ask, form, before }: Props) {
  const { t } = useTranslation("news", { keyPrefix: "form" });
  const { t: news } = useTranslation("news");
  const min = today(serverNow());
  const notPast = useDayRule({ min });
  const was = before && toFormValues(before);
  const allDay = form.watch("all_day");

  const { isSubmitted } = form.formState;

  /** The end must not be before the start: the error appears at the day or, on the same day, at the time. */
  function areDaysInOrder(): string | true {
    const { start_day, end_day } = form.getValues();
    return !start_day || !end_day || end_day >= start_day || t("endsTooEarly");
  }
  function areTimesInOrder(): string | true {
    const { start_day, start_time, end_day, end_time } = form.getValues();
    return !end_day || end_day !== start_day || !end_time || end_time >= start_time || t("endsTooEarly");
  }
  /** An unchanged end is valid, even if it is in the past. */
  function isToCome(): string | true {
    const values = form.getValues();
    const isSame = (["end_day", "end_time", "all_day"] as const).every((name) => values[name] === was?.[name]);
    return isSame || !values.end_time || !isOver(values, serverNow()) || t("over");
  }
  /** Correcting the start clears an error about the end. */
  const onStart = () => void (isSubmitted && form.trigger(["end_day", "end_time"]));
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
            onChange: onStart,
          })}
        />
        {!allDay && (
          <TimeField
            label={t("fromTime")}
            {...(was?.start_time && { also: was.start_time })}
            {...ask("start_time", { required: true, missing: t("fromTimeMissing"), onChange: onStart })}
          />
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
              const result = day === was?.end_day || notPast(day);
              return result === true ? areDaysInOrder() : result;
            },
            onChange: () => void (isSubmitted && form.trigger("end_time")),
          })}
        />
        {!allDay && (
          <TimeField
            label={t("endTime")}
            {...(was?.end_time && { also: was.end_time })}
            {...ask("end_time", {
              required: true,
              missing: t("endTimeMissing"),
              also: () => (areTimesInOrder() === true ? isToCome() : areTimesInOrder()),
            })}
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
