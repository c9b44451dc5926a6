import { eventStatus, userType } from "@/api/gen/choices";
import { maxFilterValues } from "@/api/gen/constants";
import { listAuditTrailsRules } from "@/api/gen/rules";
import type { components } from "@/api/gen/schema";
import { useList } from "@/api/hooks";
import { containsText } from "@/lib/format/foldText";
import { type Filter, type Pages, textFilter } from "@/lib/list/useListQuery";
import { type Days, dayFilters } from "./audit";

export type AuditTrail = components["schemas"]["AuditTrail"];

/** Values of a filter with several values, separated by commas in the address bar and in the call. */
export const splitList = (joined: string) => [
  ...new Set(
    joined
      .split(",")
      .map((value) => value.trim())
      .filter(Boolean),
  ),
];
/** At most as many values as the call accepts. */
const severalOfAny =
  (longest: number): Filter =>
  (joined) =>
    splitList(textFilter(longest)(joined)).slice(0, maxFilterValues).join(",");
const severalOf =
  (...choices: readonly string[]): Filter =>
  (joined) =>
    splitList(joined)
      .filter((value) => choices.includes(value))
      .join(",");

/** Hours of a day, in the format of the summary. */
export const hours = Array.from({ length: 24 }, (_, hour) => String(hour));

/** Filters of the list in the address bar. */
export const logFilters = {
  ...dayFilters,
  search: textFilter(listAuditTrailsRules.search_text.maxLength),
  event_keys: severalOfAny(listAuditTrailsRules.event_keys.maxLength),
  event_status: severalOf(...eventStatus),
  user_type: severalOf(...userType),
  resource_type: severalOfAny(listAuditTrailsRules.resource_type.maxLength),
  hours: severalOf(...hours),
};
export type LogFilters = Record<keyof typeof logFilters, string>;

/**
 * Read one page of the events of these days; null sends no call. A filter by hours uses our own list, because the
 * documented call lacks it.
 */
export function useAuditTrails(clinicId: number, { page }: Pages, filters: LogFilters, days: Days | null) {
  const { start_date: _start, end_date: _end, search, hours, ...joined } = filters;
  const query = days && {
    start_date: days.start,
    end_date: days.end,
    page,
    clinic_id: clinicId,
    search_text: search,
    ...joined,
  };
  const all = useList("/admin/audit_trails", query && !hours ? { query } : null, "audit_trails");
  const listed = useList(
    "/careops/audit_trails",
    query && hours ? { query: { ...query, hours } } : null,
    "audit_trails",
  );
  return hours ? listed : all;
}

/** True if a field that the server also searches contains the text. */
export function mentions(event: AuditTrail, term: string): boolean {
  const { key, event_status, user, patient, resource, ip_address, description, user_agent, parameters } = event;
  const fields = [key, event_status, user?.name, user?.type, patient?.name, resource?.type, resource?.id, ip_address];
  const texts = [...fields, description, user_agent, parameters && JSON.stringify(parameters)];
  return containsText(texts.filter((field) => field !== null && field !== undefined).join(" "), term);
}
