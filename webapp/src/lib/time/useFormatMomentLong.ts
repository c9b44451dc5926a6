import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { formatMomentLong } from "./dates";

/** Format a moment as 02 Oct 2026, 3:31 PM in the user's language: for the clinic's payments and audit tabs only. */
export function useFormatMomentLong() {
  const { t } = useTranslation();
  return useCallback(
    (moment: string) => formatMomentLong(moment, t("months", { returnObjects: true }) as string[]),
    [t],
  );
}
