import { useCallback } from "react";
import { useTranslation } from "react-i18next";

/** Return the label of a gender; unknown values are shown as sent. */
export function useGenderLabel() {
  const { t } = useTranslation();
  return useCallback(
    (gender: string | null | undefined) =>
      gender === "Male" || gender === "Female" ? t(`genders.${gender}`) : (gender ?? null),
    [t],
  );
}
