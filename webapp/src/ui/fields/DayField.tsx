import { InputGroup } from "@blueprintjs/core";
import { useState } from "react";
import { type Control, type FieldValues, type Path, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { isDay, namedDay, shownDay, typedDay } from "@/lib/dates";
import { CalendarButton } from "./CalendarButton";
import { Labelled } from "./fields";
import type { Asked } from "./useAsk";

interface Range {
  /** The first and the last day that may be chosen, "2026-11-21". */
  min?: string | undefined;
  max?: string | undefined;
}
interface Props<Values extends FieldValues> extends Asked, Range {
  label: string;
  disabled?: boolean;
  control: Control<Values>;
}

/**
 * A form's day, typed as it comes to mind or picked. The form holds "2026-11-21", or as it stands what is no day, for
 * `useDayRule` to refuse. What was typed another way than we write it is said back, before anybody relies on it.
 */
export function DayField<Values extends FieldValues>(props: Props<Values>) {
  const { label, control, field, error, required, disabled = false, min, max } = props;
  const { t } = useTranslation();
  const months = t("months", { returnObjects: true }) as string[];
  const value: string = useWatch({ control, name: field.name as Path<Values> }) ?? "";
  // What is being typed stays as it is until the field is left.
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? (isDay(value) ? shownDay(value) : value);
  const isOther = isDay(value) && shown !== shownDay(value);
  const set = (text: string) => void field.onChange({ target: { name: field.name, value: text } });
  return (
    <Labelled
      label={label}
      error={error}
      required={required}
      hint={<span role="status">{isOther ? t("day.read", { day: namedDay(value, months) }) : t("day.hint")}</span>}
    >
      {(wiring) => (
        <InputGroup
          {...wiring}
          name={field.name}
          disabled={disabled}
          inputMode="numeric"
          autoComplete="off"
          placeholder="DD-MM-YYYY"
          value={shown}
          onChange={({ target }) => {
            setTyped(target.value);
            set(typedDay(target.value, months) ?? target.value.trim());
          }}
          onBlur={() => {
            setTyped(null);
            void field.onBlur({ type: "blur", target: { name: field.name, value } });
          }}
          {...(!disabled && {
            rightElement: (
              <CalendarButton
                label={label}
                value={isDay(value) ? value : ""}
                min={min}
                max={max}
                onPick={(day) => {
                  setTyped(null);
                  set(day);
                }}
              />
            ),
          })}
        />
      )}
    </Labelled>
  );
}

/** What a form asks of a day, for `also`: that it is one, and lies in the range. */
export function useDayRule({ min, max }: Range = {}): (text: string) => string | true {
  const { t } = useTranslation();
  return (text) => {
    if (text === "") return true;
    if (!isDay(text)) return t("wrongDate");
    if (min && text < min) return t("day.early", { day: shownDay(min) });
    return max && text > max ? t("day.late", { day: shownDay(max) }) : true;
  };
}
