import { createChangeRequestRules } from "@/api/gen/rules";
import { dayAndTimeOf, momentAt } from "@/lib/time/dates";
import type { ChangeRequest } from "./changeRequests";

/** Input of the forms that propose and revise: texts, and when and how to apply. Days and times are those of India. */
export interface RequestValues {
  title: string;
  reason: string;
  ticket: string;
  on_conflict: string;
  apply_from: string;
  from_time: string;
  apply_until: string;
  until_time: string;
  /** Number of records to change first. */
  targets: string;
  /** Minutes until the others are changed; empty to pause. */
  wait_minutes: string;
  /** Id of the request that has to be applied before. */
  after: string;
}
type Schedule = Pick<ChangeRequest, "apply_from" | "apply_until" | "canary" | "after">;

const { title, reason, ticket, on_conflict, apply_from, apply_until, canary, after } = createChangeRequestRules;
export const requestRules = {
  ...{ title, reason, ticket, on_conflict, apply_from, apply_until, after },
  targets: { ...canary.targets, required: false },
  wait_minutes: canary.wait_minutes,
};

const plainSchedule: Schedule = { apply_from: null, apply_until: null, canary: null, after: null };
export const emptyValues = (): RequestValues =>
  toFormValues({ title: "", reason: "", ticket: null, on_conflict: "skip", ...plainSchedule });

type Read = Schedule & Pick<ChangeRequest, "title" | "reason" | "ticket" | "on_conflict">;
export function toFormValues({ title, reason, ticket, on_conflict, ...schedule }: Read): RequestValues {
  const [apply_from, from_time] = dayAndTimeOf(schedule.apply_from);
  const [apply_until, until_time] = dayAndTimeOf(schedule.apply_until);
  return {
    ...{ title, reason, ticket: ticket ?? "", on_conflict, apply_from, from_time, apply_until, until_time },
    targets: String(schedule.canary?.targets ?? ""),
    wait_minutes: String(schedule.canary?.wait_minutes ?? ""),
    after: String(schedule.after ?? ""),
  };
}

const momentOf = (day: string, time: string) => (day && time ? momentAt(day, time) : null);
const numberOf = (text: string) => (text.trim() ? Number(text) : null);

/** When and how to apply. Unchanged times of a revised request keep their seconds. */
export function scheduleOf(values: RequestValues, read: Schedule = plainSchedule): Schedule {
  const [from, fromTime] = dayAndTimeOf(read.apply_from);
  const [until, untilTime] = dayAndTimeOf(read.apply_until);
  const isSameFrom = values.apply_from === from && values.from_time === fromTime;
  const isSameUntil = values.apply_until === until && values.until_time === untilTime;
  const targets = numberOf(values.targets);
  return {
    apply_from: isSameFrom ? read.apply_from : momentOf(values.apply_from, values.from_time),
    apply_until: isSameUntil ? read.apply_until : momentOf(values.apply_until, values.until_time),
    canary: targets === null ? null : { targets, wait_minutes: numberOf(values.wait_minutes) },
    after: numberOf(values.after),
  };
}
