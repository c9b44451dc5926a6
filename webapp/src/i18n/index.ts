import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { type LanguageCode, languages, storedLanguage, storeLanguage, tagOf } from "./languages";

const files: Record<LanguageCode, () => Promise<{ texts: Record<string, object> }>> = {
  en: () => import("./en"),
  hi: () => import("./hi"),
  pb: () => import("./pb"),
};

export const i18n = i18next.createInstance();

/** Resolves when the first texts are there. Every area's texts of one language travel in one file of the build. */
export const i18nReady = i18n
  .use({
    type: "backend",
    init: () => undefined,
    async read(language: LanguageCode, area: string) {
      const { texts } = await files[language]();
      const found = texts[`./${area}.json`];
      if (!found) throw new Error(`no texts of ${area} in ${language}`);
      return found;
    },
  })
  .use(initReactI18next)
  .init({
    lng: storedLanguage(),
    supportedLngs: languages.map(({ code }) => code),
    // Every language has every text (texts.test.ts), so nobody loads a second one.
    fallbackLng: false,
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
