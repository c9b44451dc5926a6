import { useTranslation } from "react-i18next";
import css from "./filters.module.css";

interface Props {
  label: string;
  value: string;
  /** Before the options stands one that leaves the list as it is. */
  orAll?: boolean;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** A list's filter with a few choices, of which the first leaves it as it is; its name stands inside the field. */
export function FilterSelect({ label, value, orAll, options, onChange }: Props) {
  const { t } = useTranslation();
  const choices = orAll ? [{ value: "", label: t("all") }, ...options] : options;
  // What narrows the list is said, also when nobody can say what it is called.
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
