import { useId } from "react";
import css from "./ChoiceCards.module.css";
import type { FieldProps } from "./useFieldProps";

interface Props extends FieldProps {
  legend: string;
  choices: readonly { value: string; title: string; text?: string }[];
  /** The choices are single words, next to each other. */
  short?: boolean;
}

/** Radio group of a few choices; a single choice is preselected. */
export function ChoiceCards({ legend, choices, field, error, required, short = false }: Props) {
  const id = useId();
  const single = choices.length === 1;
  return (
    <fieldset
      className={`${css.group} ${required && !single ? "required" : ""}`}
      data-short={short}
      aria-describedby={error?.message ? id : undefined}
    >
      <legend>{legend}</legend>
      {choices.map((choice) =>
        single ? (
          <div key={choice.value} className={css.card}>
            <Words {...choice} />
          </div>
        ) : (
          <label key={choice.value} className={css.card}>
            <input type="radio" value={choice.value} {...field} required={required} data-invalid={!!error} />
            <Words {...choice} />
          </label>
        ),
      )}
      {error?.message && (
        <p id={id} role="alert" className={css.wrong}>
          {error.message}
        </p>
      )}
    </fieldset>
  );
}

function Words({ title, text }: { title: string; text?: string }) {
  return (
    <span className={css.words}>
      <span className={css.title}>{title}</span>
      {text && <span className="soft">{text}</span>}
    </span>
  );
}
