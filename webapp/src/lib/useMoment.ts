import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { shownMoment } from "./dates";

/** Shows a moment the way the platform does, in the user's language: 02 Oct 2026, 3:31 PM. */
export function useMoment() {
  const { t } = useTranslation();
  return useCallback((moment: string) => shownMoment(moment, t("months", { returnObjects: true }) as string[]), [t]);
}
