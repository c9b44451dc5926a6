import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { defaultLanguage } from "@/api/gen/constants";
import { type LanguageCode, languages, storedLanguage, storeLanguage, tagOf } from "./languages";

const files: Record<LanguageCode, () => Promise<{ texts: Record<string, object> }>> = {
  en: () => import("./en"),
  hi: () => import("./hi"),
  pb: () => import("./pb"),
};

export const i18n = i18next.createInstance();

/** How long until a language that did not arrive is asked for again (milliseconds). */
const retryMs = 15_000;
const arrived = new Map<LanguageCode, Record<string, object>>();

/** Fetches a language's texts, every area's in one file of the build; false when they do not come. */
async function fetched(language: LanguageCode): Promise<boolean> {
  if (arrived.has(language)) return true;
  try {
    arrived.set(language, (await files[language]()).texts);
    return true;
  } catch {
    return false;
  }
}

/** Resolves when there are texts to show: the stored language's, or English until those can be had. */
export const i18nReady = start();

async function start() {
  const wanted = storedLanguage();
  const language = (await fetched(wanted)) || !(await fetched(defaultLanguage)) ? wanted : defaultLanguage;
  await i18n
    .use({
      type: "backend",
      init: () => undefined,
      async read(code: LanguageCode, area: string) {
        const found = arrived.get(code)?.[`./${area}.json`];
        if (!found) throw new Error(`no texts of ${area} in ${code}`);
        return found;
      },
    })
    .use(initReactI18next)
    .init({
      lng: language,
      supportedLngs: languages.map(({ code }) => code),
      // Every language has every text (texts.test.ts), so nobody loads a second one.
      fallbackLng: false,
      // What the server says may be said anywhere.
      ns: ["common", "refusals"],
      defaultNS: "common",
      interpolation: { escapeValue: false },
      partialBundledLanguages: true,
    });
  setPageLanguage(language);
  i18n.on("languageChanged", setPageLanguage);
  if (language !== wanted) retryLater();
}

function setPageLanguage(code: string) {
  document.documentElement.lang = tagOf(code);
}

/** A language is changed to only when its texts are there: until then the old one stays. */
async function change(code: LanguageCode): Promise<boolean> {
  if (!(await fetched(code))) return false;
  await i18n.changeLanguage(code);
  return true;
}

/** Asks for the stored language again, after a while and when the network is back, until it is the one shown. */
function retryLater() {
  const again = async () => {
    clearTimeout(timer);
    removeEventListener("online", again);
    if (!(await change(storedLanguage()))) retryLater();
  };
  const timer = setTimeout(again, retryMs);
  addEventListener("online", again);
}

/** The user's choice: shown, and remembered in this browser. False when its texts did not come: nothing has changed. */
export async function chooseLanguage(code: LanguageCode): Promise<boolean> {
  if (!(await change(code))) return false;
  storeLanguage(code);
  return true;
}

/** Back to what is stored: after a sign-out, here or in another tab, that is English again. */
export async function followStoredLanguage() {
  if (!(await change(storedLanguage()))) retryLater();
}
