import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { serverNow } from "@/api/token";
import { momentAt, today } from "@/lib/time/dates";
import { DayField, useDayRule } from "@/ui/fields/DayField";
import { FieldRow } from "@/ui/fields/FieldGroup";
import { TimeField } from "@/ui/fields/TimeField";
import type { GetFieldProps } from "@/ui/fields/useFieldProps";

interface Props<Values extends FieldValues> {
  ask: GetFieldProps<Values>;
  form: UseFormReturn<Values>;
  /** Names of the fields of the start and the end: a day and a time each. Labels have the same order. */
  names: readonly [Path<Values>, Path<Values>, Path<Values>, Path<Values>];
  labels: readonly [string, string, string, string];
  missing: { day: string; time: string };
  /** A day needs a time and the other way round; with this all four are needed. */
  required?: boolean;
  /** Check of both moments if all four fields are filled. */
  check: (from: string, until: string) => string | true;
}

/** Start and end of a time window in India, each with a day and a time. */
export function WindowFields<Values extends FieldValues>(props: Props<Values>) {
  const { ask, form, names, labels, missing, required = false, check } = props;
  const isDay = useDayRule();
  const values: readonly string[] = form.watch(names);
  const checkAgain = () => void (form.formState.isSubmitted && form.trigger(names));
  function checkEnd(day: string): string | true {
    const [from = "", fromTime = "", until = "", untilTime = ""] = form.getValues(names) as string[];
    const result = isDay(day);
    if (result !== true || !from || !fromTime || !until || !untilTime) return result;
    return check(momentAt(from, fromTime), momentAt(until, untilTime));
  }
  return ([0, 2] as const).map((at) => (
    <FieldRow key={names[at]}>
      <DayField
        label={labels[at]}
        control={form.control}
        min={today(serverNow())}
        {...ask(names[at], {
          required: required || values[at + 1] !== "",
          missing: missing.day,
          also: at === 0 ? isDay : checkEnd,
          onChange: checkAgain,
        })}
      />
      <TimeField
        label={labels[at === 0 ? 1 : 3]}
        also={values[at + 1] ?? ""}
        {...ask(names[at === 0 ? 1 : 3], {
          required: required || values[at] !== "",
          missing: missing.time,
          onChange: checkAgain,
        })}
      />
    </FieldRow>
  ));
}
