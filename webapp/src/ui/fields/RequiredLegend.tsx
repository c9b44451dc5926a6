import { useTranslation } from "react-i18next";

/** What the mark beside a label means; the style sheet shows it in forms that have such a field. */
export function RequiredLegend() {
  const { t } = useTranslation();
  return <p className="required-legend">{t("required.legend")}</p>;
}
