import { addDays, isDay, plainDate } from "./dates";

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

const monthEnds = ["month end", "end of month", "महीने का अंत", "महीने के अंत", "ਮਹੀਨੇ ਦਾ ਅੰਤ", "ਮਹੀਨੇ ਦੇ ਅੰਤ"];
const english = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * Return the day that a word names, or a day without a year: "month end", "30 nov", "30/11". "कल" means yesterday or
 * tomorrow: it is resolved if only one of them is within the limits, and is "either" otherwise. Null if the text is
 * neither.
 */
export function parseNaturalDate(
  text: string,
  today: string,
  limits: Limits = {},
  months: readonly string[] = [],
): string | "either" | null {
  const { min, max } = limits;
  const word = text
    .normalize("NFC")
    .replace(/\p{Cf}/gu, "")
    .trim()
    .replace(/\s+/g, " ")
    .toLowerCase();
  const days = away.get(word);
  if (days !== undefined) return addDays(today, days);
  const far = eitherWay.get(word);
  if (monthEnds.includes(word)) return lastOfMonth(today);
  if (far === undefined) return parseWithoutYear(word, today, limits, months);
  const within = [addDays(today, -far), addDays(today, far)].filter(
    (day) => (!min || day >= min) && (!max || day <= max),
  );
  const [only] = within;
  return within.length === 1 && only ? only : "either";
}

function lastOfMonth(day: string): string {
  const [year, month] = day.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** A day and month are in this year; if the limits leave only another year, in the nearest that they allow. */
function parseWithoutYear(word: string, today: string, { min, max }: Limits, months: readonly string[]): string | null {
  const typed = /^(\d{1,2})[-/. ]([^-/. ]+)$/.exec(plainDate(word));
  if (!typed) return null;
  const [, day = "", name = ""] = typed;
  const month = /^\d{1,2}$/.test(name) ? Number(name) : monthNamed(name, months);
  const year = Number(today.slice(0, 4));
  const inYear = (fullYear: number) => `${fullYear}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`;
  const days = [year, year + 1, year - 1].map(inYear).filter(isDay);
  return days.find((candidate) => (!min || candidate >= min) && (!max || candidate <= max)) ?? days[0] ?? null;
}

/** Number of the month whose short name the text begins with, 0 for none. */
function monthNamed(text: string, months: readonly string[]): number {
  const begins = (name: string) => text.startsWith(name.replace(/[.॰]$/, "").toLowerCase());
  return (
    (text.length < 3
      ? months.map((name) => name.toLowerCase()).indexOf(text)
      : Math.max(english.findIndex(begins), months.findIndex(begins))) + 1
  );
}
