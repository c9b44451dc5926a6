import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { defaultLanguage } from "@/api/gen/constants";
import { type LanguageCode, languageKey, languages, storedLanguage, storeLanguage, tagOf } from "./languages";
import { setTextLoader } from "./textLoader";

type Texts = Record<string, object>;
/** Texts that are always needed together form one chunk; those of other areas (`areaTexts`) load when they are opened. */
const together = import.meta.glob<Texts>("./*/{index,authenticated}.ts", { import: "texts" });
/** Texts that the sign-in may need after its own. */
const refusals = import.meta.glob<object>("./*/refusals.json", { import: "default" });
/** With the frame, because the sign-in shows no texts of areas and their table is long. */
const areaTexts = async () => (await import("./areaTexts")).areaTexts;
const bundleOf: Record<string, string> = {
  common: "index",
  session: "index",
  clinics: "authenticated",
  modules: "authenticated",
  selection: "authenticated",
};

async function load(language: LanguageCode, area: string): Promise<object> {
  const bundle = together[`./${language}/${bundleOf[area]}.ts`];
  const file = `./${language}/${area}.json`;
  const texts = bundle ? (await bundle())[`./${area}.json`] : await (refusals[file] ?? (await areaTexts())[file])?.();
  if (!texts) throw new Error(`no texts of ${area} in ${language}`);
  return texts;
}

export const i18n = i18next.createInstance();

/** Delay before a language that failed to load is requested again (milliseconds). */
const retryMs = 15_000;
/** Areas whose texts are or were on screen. */
const inUse = new Set(["common", "session"]);
const arrived = new Map<string, object>();

/** Fetch the texts of a language for all areas in use; false if that fails. */
async function fetched(language: LanguageCode): Promise<boolean> {
  const missing = [...inUse].filter((area) => !arrived.has(`${language}/${area}`));
  try {
    await Promise.all(missing.map(async (area) => arrived.set(`${language}/${area}`, await load(language, area))));
    return true;
  } catch {
    return false;
  }
}

setTextLoader(async (languages) => {
  for (const area of languages) inUse.add(area);
  if (!(await fetched(i18n.language as LanguageCode))) throw new Error(`the texts of ${languages} did not come`);
  await i18n.loadNamespaces(languages);
});

/** Resolves when texts are loaded: those of the stored language, or English until they arrive. */
export const i18nReady = start();

async function start() {
  const stored = storedLanguage();
  const language = (await fetched(stored)) || !(await fetched(defaultLanguage)) ? stored : defaultLanguage;
  await i18n
    .use({
      type: "backend",
      init: () => undefined,
      async read(code: LanguageCode, area: string) {
        inUse.add(area);
        return arrived.get(`${code}/${area}`) ?? (await load(code, area));
      },
    })
    .use(initReactI18next)
    .init({
      lng: language,
      supportedLngs: languages.map(({ code }) => code),
      // Every language has every text (texts.test.ts), so no second language is needed.
      fallbackLng: false,
      ns: ["common", "session"],
      defaultNS: "common",
      interpolation: { escapeValue: false },
      partialBundledLanguages: true,
    });
  // Intl does not know the code "pb" and would take the plural rules of the browser's language.
  const plurals = i18n.services.pluralResolver;
  const ruleOf = plurals.getRule.bind(plurals);
  plurals.getRule = (code: string, options?: object) => ruleOf(tagOf(code), options);
  setPageLanguage(language);
  i18n.on("languageChanged", setPageLanguage);
  if (language !== stored) retryLater();
}

function setPageLanguage(code: string) {
  document.documentElement.lang = tagOf(code);
}

/** Change the language once its texts are loaded; until then the old one stays. */
async function change(code: LanguageCode): Promise<boolean> {
  if (!(await fetched(code))) return false;
  await i18n.changeLanguage(code);
  return true;
}

/** Request the stored language again after a delay and when the network is back, until it is shown. */
function retryLater() {
  const again = async () => {
    clearTimeout(timer);
    removeEventListener("online", again);
    if (!(await change(storedLanguage()))) retryLater();
  };
  const timer = setTimeout(again, retryMs);
  addEventListener("online", again);
}

/** Show the chosen language and store it in this browser. False if its texts failed to load: nothing has changed. */
export async function chooseLanguage(code: LanguageCode): Promise<boolean> {
  if (!(await change(code))) return false;
  storeLanguage(code);
  return true;
}

// Follow a choice made in another tab, because the same person uses both.
addEventListener("storage", ({ key }) => {
  if (key === languageKey) void followStoredLanguage();
});

async function followStoredLanguage() {
  const language = storedLanguage();
  if (language !== i18n.language && !(await change(language))) retryLater();
}
