import { type Ref, useId } from "react";
import { useTranslation } from "react-i18next";
import css from "./ToggleGroup.module.css";

interface Props<Value extends string> {
  legend: string;
  choices: readonly { value: Value; text: string }[];
  picked: readonly Value[];
  error?: string | undefined;
  /** At least one is required. */
  required?: boolean;
  /** Ref of the first checkbox, for the focus on an error. */
  firstRef?: Ref<HTMLInputElement>;
  onToggle: (value: Value) => void;
}

/** Checkboxes with short labels next to each other, such as days of the week. */
export function ToggleGroup<Value extends string>({
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
      {/* A group of checkboxes has no required attribute, and no single checkbox is required. */}
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
