import { type Ref, useId } from "react";
import css from "./TogglePicks.module.css";

interface Props<Value extends string> {
  legend: string;
  choices: readonly { value: Value; text: string }[];
  picked: readonly Value[];
  error?: string | undefined;
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
  firstRef,
  onToggle,
}: Props<Value>) {
  const id = useId();
  return (
    <fieldset className={css.group} aria-describedby={error ? id : undefined}>
      <legend>{legend}</legend>
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
