import { useCallback } from "react";
import { useTranslation } from "react-i18next";

/** What a gender is called; one nobody told us about is shown as it was sent. */
export function useGender() {
  const { t } = useTranslation();
  return useCallback(
    (gender: string | null | undefined) =>
      gender === "Male" || gender === "Female" ? t(`genders.${gender}`) : (gender ?? null),
    [t],
  );
}
