import { addDays } from "./dates";

/** The first and the last day a field takes, "2026-11-21". */
export interface Limits {
  min?: string | undefined;
  max?: string | undefined;
}

/** Words for a day near today, by how many days away it is. Those of all three languages are taken in each of them. */
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
/** Words that say how far, and not which way. */
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
 * The day that a word says. "कल" is yesterday or tomorrow: it is taken where only one of them lies within the limits, and
 * is "either" where both do, or neither. Null for whatever is no such word.
 */
export function wordDay(text: string, today: string, { min, max }: Limits = {}): string | "either" | null {
  const word = text.normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase();
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
