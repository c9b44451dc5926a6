import { useTranslation } from "react-i18next";
import { Icon } from "../icons/Icon";
import css from "./filters.module.css";

/** Button that clears the text of a filter. */
export function ClearButton({ label, onClear }: { label: string; onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <button type="button" className={css.clear} aria-label={t("clearField", { field: label })} onClick={onClear}>
      <Icon name="close" />
    </button>
  );
}
