import { languages as codes, defaultLanguage } from "@/api/gen/constants";
import { storage } from "@/api/storage";
import { preferences } from "@/lib/state/preferences";

export type LanguageCode = (typeof codes)[number];

/** `tag` is the BCP 47 tag for the browser, because the platform's code "pb" for Punjabi is not standard. */
export const languages: readonly { code: LanguageCode; tag: string; name: string }[] = [
  { code: "en", tag: "en-IN", name: "English" },
  { code: "hi", tag: "hi-IN", name: "हिन्दी" },
  { code: "pb", tag: "pa-IN", name: "ਪੰਜਾਬੀ" },
];

/**
 * The documented key. Signing out clears it with the rest of local storage. The cookie stays, so people keep
 * their language.
 */
export const languageKey = "current_language";
const findCode = (stored: string | null | undefined) => codes.find((code) => code === stored);

/** The language chosen in this browser; English by default and for unknown codes. */
export function storedLanguage(): LanguageCode {
  return findCode(storage.get(languageKey) ?? preferences.get("language")) ?? defaultLanguage;
}

export function storeLanguage(code: LanguageCode) {
  storage.set(languageKey, code);
  preferences.set("language", code);
}

export const tagOf = (code: string) => languages.find((language) => language.code === code)?.tag ?? "en-IN";
