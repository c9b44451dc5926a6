import { languages as codes, defaultLanguage } from "@/api/gen/constants";
import { storage } from "@/api/storage";

export type LanguageCode = (typeof codes)[number];

/** `tag` is what the browser understands: the platform's "pb" is nobody else's code of Punjabi. */
export const languages: readonly { code: LanguageCode; tag: string; name: string }[] = [
  { code: "en", tag: "en-IN", name: "English" },
  { code: "hi", tag: "hi-IN", name: "हिन्दी" },
  { code: "pb", tag: "pa-IN", name: "ਪੰਜਾਬੀ" },
];

const storageKey = "current_language";

/** The language chosen here; English when none is, or none we know. */
export function storedLanguage(): LanguageCode {
  const stored = storage.get(storageKey);
  return codes.find((code) => code === stored) ?? defaultLanguage;
}

export function storeLanguage(code: LanguageCode) {
  storage.set(storageKey, code);
}

export const tagOf = (code: string) => languages.find((language) => language.code === code)?.tag ?? "en-IN";
