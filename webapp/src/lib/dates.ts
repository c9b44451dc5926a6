// Days are "2026-11-21" throughout, as the calls take them; every moment is shown as a clock in India shows it.
const dayMs = 86_400_000;
const indian = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Asia/Kolkata",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
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

/** Whether it is a day of the calendar, written the way the calls take it. */
export function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(text)) return false;
  const parsed = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);
}

/** How many days from one to the other, both counted: one for the same day. */
export function daysOf(start: string, end: string): number {
  return Math.round((Date.parse(`${end}T00:00:00Z`) - Date.parse(`${start}T00:00:00Z`)) / dayMs) + 1;
}

/** The day a call says, or that of the moment it says in India. */
export function dayOf(said: string): string {
  const moment = new Date(said);
  return said.length > 10 && !Number.isNaN(moment.getTime()) ? today(moment) : said;
}

/** 21-11-2026 */
export const shownDay = (day: string) => day.slice(0, 10).split("-").reverse().join("-");

/** The day somebody typed, "5/1/2026" like "05-01-2026"; null when it is none. */
export function typedDay(text: string): string | null {
  const found =
    /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(text.trim()) ?? /^(\d\d)(\d\d)(\d{4})$/.exec(text.trim());
  if (!found) return null;
  const [, day = "", month = "", year = ""] = found;
  const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(iso) ? iso : null;
}

/** 02 Oct 2026, 3:31 PM. The months' names come from our texts: Chromium has no Punjabi ones. */
export function shownMoment(moment: string, months: readonly string[]): string {
  const parsed = new Date(moment);
  if (Number.isNaN(parsed.getTime())) return moment;
  const { year, month, day, hour, minute } = partsOf(parsed);
  const clock = Number(hour);
  return `${day} ${months[Number(month) - 1]} ${year}, ${clock % 12 || 12}:${minute} ${clock < 12 ? "AM" : "PM"}`;
}
