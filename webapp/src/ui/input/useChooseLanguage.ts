import { useTranslation } from "react-i18next";
import { chooseLanguage } from "@/i18n";
import type { LanguageCode } from "@/i18n/languages";
import { useActionErrorToast } from "../feedback/useActionErrorToast";

/** Change the language of the console; if its texts fail to load, the old one stays and a notification says so. */
export function useChooseLanguage() {
  const { t } = useTranslation();
  const notice = useActionErrorToast();
  return async (code: LanguageCode) => {
    notice.dismiss();
    if (!(await chooseLanguage(code))) notice.show(t("languageFailed"));
  };
}
