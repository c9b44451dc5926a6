import { useTranslation } from "react-i18next";
import css from "./filters.module.css";

interface Props {
  label: string;
  value: string;
  /** Adds a first option that does not filter. */
  orAll?: boolean;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** Filter with a few choices; the first one does not filter. The label is inside the field. */
export function FilterSelect({ label, value, orAll, options, onChange }: Props) {
  const { t } = useTranslation();
  const choices = orAll ? [{ value: "", label: t("all") }, ...options] : options;
  // Show an active filter even if its value has no label.
  const isListed = value === "" || options.some((option) => option.value === value);
  return (
    <label className={css.box} data-on={value !== choices[0]?.value}>
      <span className={css.name}>{label}</span>
      <select className={css.select} value={value} onChange={(event) => onChange(event.target.value)}>
        {!isListed && <option value={value}>{t("unlisted", { value })}</option>}
        {choices.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
