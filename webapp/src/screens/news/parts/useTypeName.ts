import { useCallback } from "react";
import { useTranslation } from "react-i18next";

/** What a type of news is called; one that is new to the console, by its own name. */
export function useTypeName() {
  const { t, i18n } = useTranslation("news");
  return useCallback(
    (type: string) => (i18n.exists(`news:types.${type}`) ? t(`types.${type as "CME"}`) : type),
    [t, i18n],
  );
}
