import { InputGroup } from "@blueprintjs/core";
import { useRef, useState } from "react";
import { type Control, type FieldValues, type Path, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { serverNow } from "@/api/token";
import { formatDay, formatDayLong, isDay, today } from "@/lib/time/dates";
import type { Limits } from "@/lib/time/naturalDates";
import { CalendarButton } from "../calendar/CalendarButton";
import { useParseDate } from "../calendar/useParseDate";
import { FieldLabel } from "./fields";
import { useFieldHandle } from "./useFieldHandle";
import type { FieldProps } from "./useFieldProps";

interface Props<Values extends FieldValues> extends FieldProps, Limits {
  label: string;
  disabled?: boolean;
  control: Control<Values>;
}

/**
 * Day field of a form, typed in any common format or picked. The form holds "2026-11-21", or the typed text if it is
 * not a day, which `useDayRule` refuses. Input in another format is interpreted and shown below the field.
 */
export function DayField<Values extends FieldValues>(props: Props<Values>) {
  const { label, control, field, error, required, disabled = false, min, max } = props;
  const { t } = useTranslation();
  const months = t("months", { returnObjects: true }) as string[];
  const read = useParseDate({ min, max });
  const value: string = useWatch({ control, name: field.name as Path<Values> }) ?? "";
  const input = useRef<HTMLInputElement>(null);
  useFieldHandle(field, input);
  // The typed text stays unchanged until the field loses the focus.
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? (isDay(value) ? formatDay(value) : value);
  const isOther = isDay(value) && shown !== formatDay(value);
  const hint = min !== undefined && min >= today(serverNow()) ? "day.hintAhead" : "day.hint";
  const set = (text: string) => void field.onChange({ target: { name: field.name, value: text } });
  return (
    <FieldLabel
      label={label}
      error={error}
      required={required}
      hint={<span role="status">{isOther ? t("day.read", { day: formatDayLong(value, months) }) : t(hint)}</span>}
    >
      {(wiring) => (
        <InputGroup
          {...wiring}
          inputRef={input}
          name={field.name}
          disabled={disabled}
          inputMode="numeric"
          autoComplete="off"
          placeholder="DD-MM-YYYY"
          value={shown}
          onChange={({ target }) => {
            setTyped(target.value);
            const day = read(target.value);
            set("day" in day ? day.day : target.value.trim());
          }}
          onBlur={() => {
            setTyped(null);
            void field.onBlur({ type: "blur", target: { name: field.name, value } });
          }}
          {...(!disabled && {
            rightElement: (
              <CalendarButton
                label={label}
                near={isDay(value) ? value : ""}
                min={min}
                max={max}
                picking={{
                  kind: "day",
                  day: isDay(value) ? value : "",
                  onPick: (day) => {
                    setTyped(null);
                    set(day);
                  },
                }}
              />
            ),
          })}
        />
      )}
    </FieldLabel>
  );
}

/** Validation of a day, for `also`: a valid day within the limits. */
export function useDayRule({ min, max }: Limits = {}): (text: string) => string | true {
  const { t } = useTranslation();
  const read = useParseDate({ min, max });
  return (text) => {
    if (text === "") return true;
    const day = read(text);
    if ("wrong" in day) return day.wrong;
    if (min && text < min) return t("day.early", { day: formatDay(min) });
    return max && text > max ? t("day.late", { day: formatDay(max) }) : true;
  };
}
