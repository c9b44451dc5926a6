import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { FieldTexts } from "./fieldChanges";
import { policyTexts } from "./policyTexts";

/** Labels of fields in the user's language: those of the audit log, and of approval policies and freeze periods. */
export function useFieldTexts() {
  const { t: audit } = useTranslation("audit");
  const { t } = useTranslation("changeRequests");
  const { t: common } = useTranslation();
  return useMemo(() => {
    const story = audit("story", { returnObjects: true });
    const { policyLabel, protectionText } = policyTexts(t, common);
    const fields = { ...story.fields, periods: t("freezes.list") };
    return { ...story, fields, policyLabel, protectionText } satisfies FieldTexts;
  }, [audit, t, common]);
}
