import css from "./InlineSelect.module.css";

interface Props {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  disabled?: boolean;
  /** What was chosen is on its way: it cannot be chosen again, and keeps the focus. */
  busy?: boolean;
  onChange: (value: string) => void;
}

/** A value among others that is changed where it stands, at once. One nobody told us about is shown as it was sent. */
export function InlineSelect({ label, value, options, disabled = false, busy = false, onChange }: Props) {
  const isListed = options.some((option) => option.value === value);
  return (
    <select
      className={css.select}
      aria-label={label}
      aria-busy={busy}
      disabled={disabled}
      value={value}
      onChange={(event) => !busy && onChange(event.target.value)}
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
