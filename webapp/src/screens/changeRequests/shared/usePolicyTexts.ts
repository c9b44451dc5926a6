import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { policyTexts } from "@/lib/format/policyTexts";

/** Texts of policies in the user's language. */
export function usePolicyTexts() {
  const { t } = useTranslation("changeRequests");
  const { t: common } = useTranslation();
  return useMemo(() => policyTexts(t, common), [t, common]);
}
