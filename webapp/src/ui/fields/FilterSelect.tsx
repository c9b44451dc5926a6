import { useTranslation } from "react-i18next";
import css from "./filters.module.css";

interface Props {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** A list's filter with a few choices, of which the first leaves it as it is; its name stands inside the field. */
export function FilterSelect({ label, value, options, onChange }: Props) {
  const { t } = useTranslation();
  // What narrows the list is said, also when nobody can say what it is called.
  const isListed = value === "" || options.some((option) => option.value === value);
  return (
    <label className={css.box} data-on={value !== options[0]?.value}>
      <span className={css.name}>{label}</span>
      <select className={css.select} value={value} onChange={(event) => onChange(event.target.value)}>
        {!isListed && <option value={value}>{t("unlisted", { value })}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
