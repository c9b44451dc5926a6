import { useTranslation } from "react-i18next";
import { type Field, FieldLabel } from "./fields";
import css from "./SelectField.module.css";

interface Props extends Field {
  options: readonly { value: string; text: string }[];
  /** Text while nothing is chosen. */
  nothing?: string;
}

/** Form field with a few choices: the native select, which phones and screen readers handle well. */
export function SelectField({ label, field, error, hint, required, options, nothing }: Props) {
  const { t } = useTranslation();
  const { ref, ...registration } = field;
  return (
    <FieldLabel label={label} error={error} hint={hint} required={required}>
      {(wiring) => (
        <select {...registration} {...wiring} ref={ref} className={css.select}>
          <option value="">{nothing ?? t("choose")}</option>
          {options.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FieldLabel>
  );
}
