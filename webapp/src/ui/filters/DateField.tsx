import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { asciiDigits } from "@/lib/format/phone";
import { formatDay, formatDayLong, parseDay } from "@/lib/time/dates";
import type { Limits } from "@/lib/time/naturalDates";
import { CalendarButton } from "../calendar/CalendarButton";
import type { CalendarSelection } from "../calendar/calendarSelection";
import { useParseDate } from "../calendar/useParseDate";
import css from "./filters.module.css";

interface Props extends Limits {
  label: string;
  /** "2026-11-21", or "" for none. */
  value: string;
  /** A day is required: a cleared field returns to its last day. */
  required?: boolean;
  /** Error message about the day. */
  wrong?: string | null | undefined;
  /** Selection mode of the calendar. */
  picking: CalendarSelection;
  onChange: (day: string) => void;
}

/** The input is complete and counts before the field loses the focus. */
const wholeDay = /(\D|^\d{4})\d{4}$|^\d{4}\D\d\d\D\d\d$/;

/**
 * Day field in the format DD-MM-YYYY, typed or picked, because the native field uses the browser's format. Input in
 * another format is interpreted and shown while typing.
 */
export function DateField({ label, value, required = false, min, max, wrong = null, picking, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  // Typed text counts during editing; afterwards the field shows the value, or the error.
  const [typed, setTyped] = useState<string | null>(null);
  const [unread, setUnread] = useState<string | null>(null);
  const months = t("months", { returnObjects: true }) as string[];
  const read = useParseDate({ min, max });
  const message = unread ?? wrong;
  const parsed = typed && read(typed);
  const reading =
    parsed && "day" in parsed && typed !== formatDay(parsed.day) ? formatDayLong(parsed.day, months) : null;

  // A day from outside, such as the calendar, replaces the typed text.
  const [previousValue, setPreviousValue] = useState(value);
  if (previousValue !== value) {
    setPreviousValue(value);
    setTyped(null);
    setUnread(null);
  }
  function settle(text: string) {
    const result = text.trim() === "" ? { day: "" } : read(text);
    setUnread("wrong" in result ? result.wrong : null);
    if ("wrong" in result) return;
    setTyped(null);
    if (result.day !== value && (result.day || !required)) onChange(result.day);
  }
  return (
    <div className={css.dated}>
      <div className={css.box} data-on={!required && value !== ""} data-wrong={!!message}>
        <label className={css.name} htmlFor={id}>
          {label}
        </label>
        <input
          id={id}
          className={css.date}
          inputMode="numeric"
          autoComplete="off"
          placeholder="DD-MM-YYYY"
          aria-invalid={!!message}
          aria-describedby={message ? `${id}wrong` : undefined}
          value={typed ?? (value && formatDay(value))}
          onChange={(event) => {
            setTyped(event.target.value);
            setUnread(null);
            if (wholeDay.test(asciiDigits(event.target.value)) && parseDay(event.target.value))
              settle(event.target.value);
          }}
          onBlur={(event) => typed !== null && settle(event.target.value)}
          onKeyDown={(event) => event.key === "Enter" && settle(event.currentTarget.value)}
        />
        <CalendarButton label={label} near={value} min={min} max={max} picking={picking} />
      </div>
      {reading && !message && (
        <p role="status" className={css.heard}>
          {t("day.read", { day: reading })}
        </p>
      )}
      {message && (
        <p id={`${id}wrong`} role="alert" className={css.wrong}>
          {message}
        </p>
      )}
    </div>
  );
}
