import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { defaultLanguage } from "@/api/gen/constants";
import { type LanguageCode, languages, storedLanguage, storeLanguage, tagOf } from "./languages";

const files = import.meta.glob<object>("./*/*.json", { import: "default" });

export const i18n = i18next.createInstance();

/** Resolves when the first texts are there. Every area's texts of one language travel in one file of the build. */
export const i18nReady = i18n
  .use({
    type: "backend",
    init: () => undefined,
    async read(language: string, area: string) {
      const file = files[`./${language}/${area}.json`];
      if (!file) throw new Error(`no texts of ${area} in ${language}`);
      return file();
    },
  })
  .use(initReactI18next)
  .init({
    lng: storedLanguage(),
    supportedLngs: languages.map(({ code }) => code),
    fallbackLng: defaultLanguage,
    ns: ["common"],
    defaultNS: "common",
    interpolation: { escapeValue: false },
    partialBundledLanguages: true,
  });

const setPageLanguage = (code: string) => {
  document.documentElement.lang = tagOf(code);
};
setPageLanguage(storedLanguage());
i18n.on("languageChanged", setPageLanguage);

/** The user's choice: shown, and remembered in this browser. */
export function chooseLanguage(code: LanguageCode) {
  storeLanguage(code);
  return i18n.changeLanguage(code);
}

/** Back to what is stored: after a sign-out, here or in another tab, that is English again. */
export const followStoredLanguage = () => i18n.changeLanguage(storedLanguage());
