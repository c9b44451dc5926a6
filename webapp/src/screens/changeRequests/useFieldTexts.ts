import { useMemo } from "react";
import { useTranslation } from "react-i18next";

/** Labels of fields in the user's language, those of the audit log. */
export function useFieldTexts() {
  const { t } = useTranslation("audit");
  return useMemo(() => t("story", { returnObjects: true }), [t]);
}
