import { asciiDigits } from "../format/phone";
import { plainSeparators } from "../input/pastedText";

// Days are strings such as "2026-11-21", as in the calls; moments are shown in Indian time.
const dayMs = 86_400_000;
const indian = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Asia/Kolkata",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});

function partsOf(moment: Date) {
  return Object.fromEntries(indian.formatToParts(moment).map(({ type, value }) => [type, value]));
}

/** Today in India. */
export function today(now = new Date()): string {
  const { year, month, day } = partsOf(now);
  return `${year}-${month}-${day}`;
}

/** True if the text is a calendar day in the format of the calls. */
export function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(text)) return false;
  const parsed = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);
}

/** UTC midnight of a day, for arithmetic with `Date` that does not depend on the time zone of the machine. */
export const utcMidnight = (day: string) => new Date(`${day}T00:00:00Z`);
export const utcDay = (midnight: Date) => new Date(midnight.getTime()).toISOString().slice(0, 10);

/** Number of days from start to end, both included: 1 for the same day (A-60). */
export function daysOf(start: string, end: string): number {
  return Math.round((Date.parse(`${end}T00:00:00Z`) - Date.parse(`${start}T00:00:00Z`)) / dayMs) + 1;
}

/** Number of days from one day to another, negative if the other is earlier. */
export const daysSince = (day: string, now: string): number => daysOf(day, now) - 1;

/** The day of a value from a call: the day itself, or that of a moment in Indian time. */
export function dayOf(text: string): string {
  const moment = new Date(text);
  return text.length > 10 && !Number.isNaN(moment.getTime()) ? today(moment) : text;
}

/** That day in India at the current Indian time, in the format of the calls (B-114). */
export function momentOn(day: string, now: Date): string {
  const { hour, minute, second } = partsOf(now);
  return `${day}T${hour}:${minute}:${second}+05:30`;
}

/** Day and time of a moment in India, "2026-11-21" and "09:30", for the fields of a form; empty for none. */
export function dayAndTimeOf(moment: string | null): [day: string, time: string] {
  if (!moment) return ["", ""];
  const { hour, minute, ...date } = partsOf(new Date(moment));
  return [`${date.year}-${date.month}-${date.day}`, `${hour}:${minute}`];
}

/** The moment of a day and time in India, in the format of the calls. */
export const momentAt = (day: string, time: string) => `${day}T${time}:00+05:30`;

/** 21-11-2026 */
export const formatDay = (day: string) => day.slice(0, 10).split("-").reverse().join("-");

/**
 * Parse a typed day: "5/1/2026", "05-01-2026", "05-01-26", ISO order, digits of any script, and "05 Jan 2026" if
 * `months` are given. Null if it is not a day.
 */
export function parseDay(text: string, months: readonly string[] = []): string | null {
  const typed = plainDate(text);
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(typed);
  if (iso) return written(iso[1], iso[2], iso[3]);
  const ours = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d\d)$/.exec(typed) ?? /^(\d\d)(\d\d)(\d{4})$/.exec(typed);
  if (ours) return written(ours[3], ours[2], ours[1]);
  const named = /^(\d{1,2})[- ](\D+?)[- ](\d{4}|\d\d)$/.exec(typed);
  const month = named ? months.findIndex((name) => name.toLowerCase() === named[2]?.toLowerCase()) : -1;
  return named && month >= 0 ? written(named[3], String(month + 1), named[1]) : null;
}

/** A typed day with digits and separators of a plain keyboard. */
export const plainDate = (text: string) => plainSeparators(asciiDigits(text)).trim();

/** A two-digit year is in this century. */
function written(year = "", month = "", day = ""): string | null {
  const iso = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(iso) ? iso : null;
}

/** 05 Nov 2026: an unambiguous day in the language of `months`. */
export function formatDayLong(day: string, months: readonly string[]): string {
  const [year, month, date] = day.split("-");
  return `${date} ${months[Number(month) - 1]} ${year}`;
}

/** 02-10-2026 3:31 PM, the format of every screen except the clinic's payments and audit tabs (B-18). */
export function formatMoment(moment: string): string {
  const parsed = new Date(moment);
  if (Number.isNaN(parsed.getTime())) return moment;
  const { year, month, day } = partsOf(parsed);
  return `${day}-${month}-${year} ${clockOf(parsed)}`;
}

/**
 * 02 Oct 2026, 3:31 PM, the format of the clinic's payments and audit tabs (B-18, A-63). The month names come from our
 * texts, because Chromium has no Punjabi ones.
 */
export function formatMomentLong(moment: string, months: readonly string[]): string {
  const parsed = new Date(moment);
  if (Number.isNaN(parsed.getTime())) return moment;
  return `${formatDayLong(today(parsed), months)}, ${clockOf(parsed)}`;
}

/** The time of a moment in India: 3:31 PM. */
function clockOf(moment: Date): string {
  const { hour, minute } = partsOf(moment);
  const clock = Number(hour);
  return `${clock % 12 || 12}:${minute} ${clock < 12 ? "AM" : "PM"}`;
}
