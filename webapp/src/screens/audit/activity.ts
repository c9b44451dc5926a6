import { api } from "@/api/client";
import { isNotOffered } from "@/api/errors";
import { maxNameLength } from "@/api/gen/constants";
import { useList, useRecord } from "@/api/hooks";
import type { PageOf } from "@/lib/hooks/useOptionSearch";
import { choiceFilter, idFilter, type Pages, textFilter } from "@/lib/list/useListQuery";
import { addDays } from "@/lib/time/dates";
import { clinicFilters } from "@/screens/campaigns/shared/clinicChoice";
import type { AsyncChoice } from "@/ui/filters/AsyncSelect";
import { type Days, lastDays, today } from "./audit";
import { type LogFilters, logFilters } from "./auditLogs";

/** Filters of the screen in the address bar. Without days it shows today. */
export const activityFilters = {
  ...logFilters,
  person: idFilter,
  /** Also openings, claims, presence, drafts and sessions. */
  openings: choiceFilter("yes"),
  /** A name shown until the list of staff is loaded. */
  person_name: textFilter(maxNameLength),
  ...clinicFilters,
};
export type ActivityFilters = LogFilters & Record<Exclude<keyof typeof activityFilters, keyof LogFilters>, string>;

/** The requested days, by default today. */
export function activityDays({ start_date, end_date }: Pick<LogFilters, "start_date" | "end_date">): Days {
  const end = end_date || today();
  return { start: start_date || end, end };
}

const morningHours = Array.from({ length: 12 }, (_, hour) => String(hour)).join(",");
/** Days and hours of a quick choice. */
export const quickChoices = {
  today: () => ({ start_date: "", end_date: "", hours: "" }),
  morning: () => ({ start_date: "", end_date: "", hours: morningHours }),
  yesterday: () => {
    const day = addDays(today(), -1);
    return { start_date: day, end_date: day, hours: "" };
  },
  week: () => {
    const { start, end } = lastDays(7);
    return { start_date: start, end_date: end, hours: "" };
  },
} as const;
export type QuickChoice = keyof typeof quickChoices;

/** The quick choice that the address has, if any. */
export const quickChoiceOf = (values: LogFilters) =>
  (Object.keys(quickChoices) as QuickChoice[]).find((name) =>
    Object.entries(quickChoices[name]()).every(([filter, value]) => values[filter as keyof LogFilters] === value),
  ) ?? null;

/** Read one page of the events of all clinics on these days; null sends no call. */
export function useActivityEvents({ page }: Pages, filters: ActivityFilters, days: Days | null) {
  const { search, event_keys, event_status, user_type, resource_type, hours, person, clinic, openings } = filters;
  const query = days && {
    start_date: days.start,
    end_date: days.end,
    page,
    ...(clinic && { clinic_id: Number(clinic) }),
    ...(person && { actor_id: Number(person) }),
    ...(!openings && { changes_only: true }),
    search_text: search,
    event_keys,
    event_status,
    user_type,
    resource_type,
    hours,
  };
  return useList("/careops/audit_trails", query && { query }, "audit_trails");
}

/** Counts of the actions of staff on these days; null sends no call. A platform may not offer them. */
export function useActivity({ hours, person, openings }: ActivityFilters, days: Days | null) {
  const query = days && {
    start_date: days.start,
    end_date: days.end,
    ...(hours && { hours }),
    ...(person && { actor_id: Number(person) }),
    ...(!openings && { changes_only: true }),
  };
  const { data, error } = useRecord("/careops/activity", query && { query }, (reply) =>
    Array.isArray(reply.data.people),
  );
  return { people: data?.data.people, failed: !!error && !isNotOffered(error) };
}

/** Return the staff whose name contains the text. */
export async function searchStaff(text: string, page: number, signal: AbortSignal): Promise<PageOf<AsyncChoice>> {
  if (page > 1) return { total: 0, rows: [] };
  const { data } = await api.get("/careops/staff", { query: { ...(text && { search_text: text }) }, signal });
  return { total: data.staff.length, rows: data.staff.map(({ id, name }) => ({ key: String(id), text: name })) };
}
