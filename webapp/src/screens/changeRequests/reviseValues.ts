import { dayAndTimeOf, momentAt } from "@/lib/dates";
import type { ChangeRequest } from "./shared/changeRequests";

/** Input of the form of a revision: texts, and the time window as days and times in India. */
export interface ReviseValues {
  title: string;
  reason: string;
  ticket: string;
  on_conflict: string;
  apply_from: string;
  from_time: string;
  apply_until: string;
  until_time: string;
}

export function toFormValues({ title, reason, ticket, on_conflict, ...request }: ChangeRequest): ReviseValues {
  const [apply_from, from_time] = dayAndTimeOf(request.apply_from);
  const [apply_until, until_time] = dayAndTimeOf(request.apply_until);
  return { title, reason, ticket: ticket ?? "", on_conflict, apply_from, from_time, apply_until, until_time };
}

const momentOf = (day: string, time: string) => (day && time ? momentAt(day, time) : null);

/** The schedule of the next revision. First changes and order stay, and so do unchanged times with their seconds. */
export function scheduleOf(values: ReviseValues, request: ChangeRequest) {
  const before = toFormValues(request);
  const isSameFrom = values.apply_from === before.apply_from && values.from_time === before.from_time;
  const isSameUntil = values.apply_until === before.apply_until && values.until_time === before.until_time;
  return {
    apply_from: isSameFrom ? request.apply_from : momentOf(values.apply_from, values.from_time),
    apply_until: isSameUntil ? request.apply_until : momentOf(values.apply_until, values.until_time),
    canary: request.canary,
    after: request.after,
  };
}

/** True if the time window of the form has an end that is not after its start. */
export function isWindowEmpty({ apply_from, from_time, apply_until, until_time }: ReviseValues): boolean {
  const [from, until] = [momentOf(apply_from, from_time), momentOf(apply_until, until_time)];
  return from !== null && until !== null && Date.parse(until) <= Date.parse(from);
}
