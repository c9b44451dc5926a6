import { addDays } from "./dates";

/** The first and last day that a field accepts, such as "2026-11-21". */
export interface Limits {
  min?: string | undefined;
  max?: string | undefined;
}

/** Words for a day near today, with their offset in days. Each language accepts the words of all three. */
const away = new Map([
  ["today", 0],
  ["आज", 0],
  ["ਅੱਜ", 0],
  ["yesterday", -1],
  ["बीता कल", -1],
  ["बीते कल", -1],
  ["ਬੀਤਿਆ ਕੱਲ੍ਹ", -1],
  ["ਬੀਤੇ ਕੱਲ੍ਹ", -1],
  ["tomorrow", 1],
  ["आने वाला कल", 1],
  ["आने वाले कल", 1],
  ["ਆਉਣ ਵਾਲਾ ਕੱਲ੍ਹ", 1],
  ["ਭਲਕੇ", 1],
]);
/** Words that give a distance but no direction. */
const eitherWay = new Map([
  ["कल", 1],
  ["ਕੱਲ੍ਹ", 1],
  ["ਕੱਲ", 1],
  ["ਕਲ੍ਹ", 1],
  ["ਕਲ", 1],
  ["परसों", 2],
  ["ਪਰਸੋਂ", 2],
]);

/**
 * Return the day that a word names. "कल" means yesterday or tomorrow: it is resolved if only one of them is within the
 * limits, and is "either" otherwise. Null if the text is not such a word.
 */
export function parseNaturalDate(text: string, today: string, { min, max }: Limits = {}): string | "either" | null {
  const word = text
    .normalize("NFC")
    .replace(/\p{Cf}/gu, "")
    .trim()
    .replace(/\s+/g, " ")
    .toLowerCase();
  const days = away.get(word);
  if (days !== undefined) return addDays(today, days);
  const far = eitherWay.get(word);
  if (far === undefined) return null;
  const within = [addDays(today, -far), addDays(today, far)].filter(
    (day) => (!min || day >= min) && (!max || day <= max),
  );
  const [only] = within;
  return within.length === 1 && only ? only : "either";
}
