import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { shownDay, typedDay } from "@/lib/dates";
import { asciiDigits } from "@/lib/phone";
import { CalendarButton } from "./CalendarButton";
import css from "./filters.module.css";

interface Props {
  label: string;
  /** "2026-11-21", or "" for none. */
  value: string;
  /** There is always one: an emptied field gets back the one it had. */
  required?: boolean;
  max?: string;
  /** What is wrong with the day as such. */
  wrong?: string | null;
  onChange: (day: string) => void;
}

/** Nothing can follow: it counts without leaving the field. */
const wholeDay = /(\D|^\d{4})\d{4}$|^\d{4}\D\d\d\D\d\d$/;

/** A day as it is written here, DD-MM-YYYY, typed or picked; the browser's own field shows the browser's form. */
export function DateField({ label, value, required = false, max, wrong = null, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  // What is typed counts while the field is being edited; afterwards it shows the value again, or what is wrong.
  const [typed, setTyped] = useState<string | null>(null);
  const [unread, setUnread] = useState(false);
  const months = t("months", { returnObjects: true }) as string[];
  const message = unread ? t("wrongDate") : wrong;

  function settle(text: string) {
    const day = text.trim() === "" ? "" : typedDay(text, months);
    setUnread(day === null);
    if (day === null) return;
    setTyped(null);
    if (day !== value && (day || !required)) onChange(day);
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
          value={typed ?? (value && shownDay(value))}
          onChange={(event) => {
            setTyped(event.target.value);
            setUnread(false);
            if (wholeDay.test(asciiDigits(event.target.value)) && typedDay(event.target.value))
              settle(event.target.value);
          }}
          onBlur={(event) => typed !== null && settle(event.target.value)}
          onKeyDown={(event) => event.key === "Enter" && settle(event.currentTarget.value)}
        />
        <CalendarButton
          label={label}
          value={value}
          min="2000-01-01"
          max={max}
          onPick={(day) => {
            setTyped(null);
            setUnread(false);
            if (day || !required) onChange(day);
          }}
        />
      </div>
      {message && (
        <p id={`${id}wrong`} role="alert" className={css.wrong}>
          {message}
        </p>
      )}
    </div>
  );
}
