import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { defaultLanguage } from "@/api/gen/constants";
import { fetchTextsBy } from "./fetching";
import { type LanguageCode, languageKey, languages, storedLanguage, storeLanguage, tagOf } from "./languages";

type Texts = Record<string, object>;
/** Texts that are always wanted together travel together; every other area's are fetched when it is opened. */
const together = import.meta.glob<Texts>("./*/{index,inside}.ts", { import: "texts" });
const areas = import.meta.glob<object>(["./*/*.json", "!./*/{common,session,refusals,clinics,modules}.json"], {
  import: "default",
});
const bundleOf: Record<string, string> = {
  common: "index",
  session: "index",
  refusals: "index",
  clinics: "inside",
  modules: "inside",
};

async function load(language: LanguageCode, area: string): Promise<object> {
  const bundle = together[`./${language}/${bundleOf[area]}.ts`];
  const texts = bundle ? (await bundle())[`./${area}.json`] : await areas[`./${language}/${area}.json`]?.();
  if (!texts) throw new Error(`no texts of ${area} in ${language}`);
  return texts;
}

export const i18n = i18next.createInstance();

/** How long until a language that did not arrive is asked for again (milliseconds). */
const retryMs = 15_000;
/** The areas whose texts are on screen or were. */
const inUse = new Set(["common", "session", "refusals"]);
const arrived = new Map<string, object>();

/** Fetches the texts of a language, those of every area in use; false when they do not come. */
async function fetched(language: LanguageCode): Promise<boolean> {
  const missing = [...inUse].filter((area) => !arrived.has(`${language}/${area}`));
  try {
    await Promise.all(missing.map(async (area) => arrived.set(`${language}/${area}`, await load(language, area))));
    return true;
  } catch {
    return false;
  }
}

fetchTextsBy(async (wanted) => {
  for (const area of wanted) inUse.add(area);
  if (!(await fetched(i18n.language as LanguageCode))) throw new Error(`the texts of ${wanted} did not come`);
  await i18n.loadNamespaces(wanted);
});

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
        inUse.add(area);
        return arrived.get(`${code}/${area}`) ?? (await load(code, area));
      },
    })
    .use(initReactI18next)
    .init({
      lng: language,
      supportedLngs: languages.map(({ code }) => code),
      // Every language has every text (texts.test.ts), so nobody loads a second one.
      fallbackLng: false,
      // What the server says may be said anywhere.
      ns: ["common", "session", "refusals"],
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

// Chosen in another tab: whoever uses both is the same person.
addEventListener("storage", ({ key }) => {
  if (key === languageKey) void followStoredLanguage();
});

async function followStoredLanguage() {
  const wanted = storedLanguage();
  if (wanted !== i18n.language && !(await change(wanted))) retryLater();
}
