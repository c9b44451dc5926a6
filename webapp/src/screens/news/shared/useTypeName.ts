import { useCallback } from "react";
import { useTranslation } from "react-i18next";

/** Label of a type of news; an unknown type is shown as sent. */
export function useTypeName() {
  const { t, i18n } = useTranslation("news");
  return useCallback(
    (type: string) => (i18n.exists(`news:types.${type}`) ? t(`types.${type as "CME"}`) : type),
    [t, i18n],
  );
}
