import { useTranslation } from "react-i18next";
import { access } from "@/api/gen/access";
import type { Access } from "@/api/session";

/** Return a function that names the account types with an access, separated by commas. */
export function useAccountNames() {
  const { t } = useTranslation();
  return (needed: Access) => access[needed].map((type) => t(`accountTypes.${type}`)).join(", ");
}
