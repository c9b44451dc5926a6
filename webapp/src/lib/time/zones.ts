import { minutesOf, timeOfMinutes } from "./times";

const day = 24 * 60;

/** Offset of the zone from UTC at that moment, in minutes. */
export function offsetOf(zone: string, at: Date): number {
  const clock = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    hourCycle: "h23",
  });
  const clockParts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day: date = 1, hour = 0, minute = 0 } = clockParts;
  return Math.round(Date.UTC(year, month - 1, date, hour, minute) / 60_000) - Math.floor(at.getTime() / 60_000);
}

const moved = (time: string, by: number) => timeOfMinutes((((minutesOf(time) + by) % day) + day) % day);

/** Convert a time of the zone, such as "09:00", to UTC with the offset at that moment (B-40, B-99). */
export const toUtc = (time: string, zone: string, at: Date) => moved(time, -offsetOf(zone, at));
/** Convert a UTC time, such as "03:30", to the zone. */
export const toLocal = (time: string, zone: string, at: Date) => moved(time, offsetOf(zone, at));
