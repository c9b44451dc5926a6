import { serverNow } from "@/api/token";
import { today } from "@/lib/dates";
import { timeOfMinutes } from "@/lib/times";
import type { FreezePeriod } from "./shared/policies";

/** Input of the form of a freeze period: days and times in India. */
export interface FreezeValues {
  starts_at: string;
  start_time: string;
  ends_at: string;
  end_time: string;
  reason: string;
}

const stepMinutes = 30;
const minuteMs = 60_000;
const indiaMinutes = 330;

/** A period that begins with the current half hour. */
export function emptyFreeze(now = serverNow()): FreezeValues {
  const minute = (Math.floor(now.getTime() / minuteMs) + indiaMinutes) % (24 * 60);
  const start_time = timeOfMinutes(Math.floor(minute / stepMinutes) * stepMinutes);
  return { starts_at: today(now), start_time, ends_at: "", end_time: "", reason: "" };
}

const momentOf = (day: string, time: string) => `${day}T${time}:00+05:30`;
export const toPeriod = ({ starts_at, start_time, ends_at, end_time, reason }: FreezeValues): FreezePeriod => ({
  starts_at: momentOf(starts_at, start_time),
  ends_at: momentOf(ends_at, end_time),
  reason: reason.trim(),
});

export type FreezeState = "active" | "planned" | "over";
export function stateOf({ starts_at, ends_at }: FreezePeriod, now = serverNow()): FreezeState {
  if (Date.parse(ends_at) <= now.getTime()) return "over";
  return Date.parse(starts_at) <= now.getTime() ? "active" : "planned";
}

/** The period, ended at this second. */
export const endNow = (period: FreezePeriod, now = serverNow()): FreezePeriod => ({
  ...period,
  ends_at: `${now.toISOString().slice(0, 19)}Z`,
});
