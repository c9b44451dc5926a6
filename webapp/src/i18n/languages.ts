import { languages as codes, defaultLanguage } from "@/api/gen/constants";
import { storage } from "@/api/storage";
import { tastes } from "@/lib/tastes";

export type LanguageCode = (typeof codes)[number];

/** `tag` is what the browser understands: the platform's "pb" is nobody else's code of Punjabi. */
export const languages: readonly { code: LanguageCode; tag: string; name: string }[] = [
  { code: "en", tag: "en-IN", name: "English" },
  { code: "hi", tag: "hi-IN", name: "हिन्दी" },
  { code: "pb", tag: "pa-IN", name: "ਪੰਜਾਬੀ" },
];

/** The documented key. A sign-out clears it with everything else, but not the cookie: people keep their language. */
export const languageKey = "current_language";
const known = (stored: string | null | undefined) => codes.find((code) => code === stored);

/** The language chosen in this browser; English when none is, or none we know. */
export function storedLanguage(): LanguageCode {
  return known(storage.get(languageKey) ?? tastes.get("language")) ?? defaultLanguage;
}

export function storeLanguage(code: LanguageCode) {
  storage.set(languageKey, code);
  tastes.keep("language", code);
}

export const tagOf = (code: string) => languages.find((language) => language.code === code)?.tag ?? "en-IN";
