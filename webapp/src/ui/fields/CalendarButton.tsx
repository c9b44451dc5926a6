import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../Icon";
import css from "./filters.module.css";

interface Props {
  label: string;
  /** "2026-11-21", or "" for none. */
  value: string;
  min?: string | undefined;
  max?: string | undefined;
  onPick: (day: string) => void;
}

/** Opens the browser's calendar; what is picked there comes as a day. */
export function CalendarButton({ label, value, min = "1900-01-01", max, onPick }: Props) {
  const { t } = useTranslation();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        className={css.picker}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        value={value}
        min={min}
        max={max}
        onChange={(event) => onPick(event.target.value)}
      />
      <button
        type="button"
        className={css.clear}
        aria-label={t("calendar", { field: label })}
        onClick={() => picker.current?.showPicker?.()}
      >
        <Icon name="calendar" size={14} />
      </button>
    </>
  );
}
