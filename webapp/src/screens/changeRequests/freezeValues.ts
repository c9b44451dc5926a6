import { serverNow } from "@/api/token";
import { dayAndTimeOf, momentAt } from "@/lib/time/dates";
import { timesOfDay } from "@/lib/time/times";
import type { FreezePeriod } from "./shared/policies";

/** Input of the form of a freeze period: days and times in India. */
export interface FreezeValues {
  starts_at: string;
  start_time: string;
  ends_at: string;
  end_time: string;
  reason: string;
}

/** A period that begins with the current half hour. */
export function emptyFreeze(now = serverNow()): FreezeValues {
  const [starts_at, time] = dayAndTimeOf(now.toISOString());
  const start_time = timesOfDay({ to: time }).at(-1) ?? "";
  return { starts_at, start_time, ends_at: "", end_time: "", reason: "" };
}

export const toPeriod = ({ starts_at, start_time, ends_at, end_time, reason }: FreezeValues): FreezePeriod => ({
  starts_at: momentAt(starts_at, start_time),
  ends_at: momentAt(ends_at, end_time),
  reason: reason.trim(),
});

type FreezeState = "active" | "planned" | "over";
export function stateOf({ starts_at, ends_at }: FreezePeriod, now = serverNow()): FreezeState {
  if (Date.parse(ends_at) <= now.getTime()) return "over";
  return Date.parse(starts_at) <= now.getTime() ? "active" : "planned";
}

/** The period, ended now. */
export const endNow = (period: FreezePeriod, now = serverNow()): FreezePeriod => ({
  ...period,
  ends_at: now.toISOString(),
});
