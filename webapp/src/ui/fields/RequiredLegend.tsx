import { useTranslation } from "react-i18next";

/** Explains the mark of required fields; the style sheet shows it only in forms with such fields. */
export function RequiredLegend() {
  const { t } = useTranslation();
  return <p className="required-legend">{t("required.legend")}</p>;
}
