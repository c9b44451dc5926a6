import { type Ref, useId } from "react";
import { useTranslation } from "react-i18next";
import css from "./TogglePicks.module.css";

interface Props<Value extends string> {
  legend: string;
  choices: readonly { value: Value; text: string }[];
  picked: readonly Value[];
  error?: string | undefined;
  /** At least one has to be picked. */
  required?: boolean;
  /** The first box, for a form that leads to what is wrong. */
  firstRef?: Ref<HTMLInputElement>;
  onToggle: (value: Value) => void;
}

/** Some of a few short words, beside each other: the days of a week. */
export function TogglePicks<Value extends string>({
  legend,
  choices,
  picked,
  error,
  required = false,
  firstRef,
  onToggle,
}: Props<Value>) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <fieldset
      className={`${css.group} ${required ? "required" : ""}`}
      aria-describedby={[required && `${id}required`, error && id].filter(Boolean).join(" ") || undefined}
    >
      <legend>{legend}</legend>
      {/* A group of boxes cannot be said to be required, each box is not. */}
      {required && (
        <span id={`${id}required`} hidden>
          {t("required.word")}
        </span>
      )}
      <div className={css.row}>
        {choices.map(({ value, text }, index) => (
          <label key={value} className={css.pick}>
            <input
              type="checkbox"
              {...(index === 0 && { ref: firstRef })}
              checked={picked.includes(value)}
              onChange={() => onToggle(value)}
            />
            <span>{text}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={id} role="alert" className={css.wrong}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
