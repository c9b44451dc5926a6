import { openSelectOnKey } from "@/lib/input/openSelectOnKey";
import css from "./InlineSelect.module.css";

interface Props {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/**
 * Value that is changed in place; use `ChoiceMenu` if it saves at once. A value that is not among the options is shown
 * as sent.
 */
export function InlineSelect({ label, value, options, onChange }: Props) {
  const isListed = options.some((option) => option.value === value);
  return (
    <select
      className={css.select}
      aria-label={label}
      value={value}
      onKeyDown={openSelectOnKey}
      onChange={(event) => onChange(event.target.value)}
    >
      {!isListed && <option value={value}>{value}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
