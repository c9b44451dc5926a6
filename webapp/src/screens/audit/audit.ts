import { auditDefaultDays, auditMaxDays } from "@/api/gen/constants";
import type { components } from "@/api/gen/schema";
import { useRecord } from "@/api/hooks";
import { serverNow } from "@/api/token";
import { dayFilter } from "@/lib/list/dayFilters";
import { addDays, today as dayAt, daysOf } from "@/lib/time/dates";

export type AuditSummary = components["schemas"]["AuditSummary"];

export interface Days {
  start: string;
  end: string;
}
export type DayRangeError = "tooMany" | "reversed" | "future";

export const dayFilters = { start_date: dayFilter, end_date: dayFilter };

/** Today in India by the server's clock, which decides on future days. */
export const today = () => dayAt(serverNow());

/** The last `count` days in India, including today. */
export function lastDays(count: number): Days {
  const end = today();
  return { start: addDays(end, 1 - count), end };
}

/** The requested days; days missing in the address bar have their defaults. */
export function daysInQuery({ start_date, end_date }: Record<keyof typeof dayFilters, string>): Days {
  const usual = lastDays(auditDefaultDays);
  return { start: start_date || usual.start, end: end_date || usual.end };
}

/** The days as address parameters; the default is omitted. */
export function toDayParams({ start, end }: Days): Record<keyof typeof dayFilters, string> {
  const usual = lastDays(auditDefaultDays);
  if (start === usual.start && end === usual.end) return { start_date: "", end_date: "" };
  return { start_date: start, end_date: end };
}

/** Check the days; an invalid range sends no call. */
export function dayRangeError({ start, end }: Days): DayRangeError | null {
  if (start > end) return "reversed";
  if (end > today()) return "future";
  return daysOf(start, end) > auditMaxDays ? "tooMany" : null;
}

/** Read the summary of these days; null sends no call. */
export function useAuditSummary(clinicId: number, days: Days | null) {
  return useRecord(
    "/admin/audit_trails/summary",
    days && { query: { start_date: days.start, end_date: days.end, clinic_id: clinicId } },
    ({ data }) => data,
  );
}

export function successRate({ total_events, successful_events }: AuditSummary["statistics"]): string {
  return `${(total_events === 0 ? 0 : (successful_events / total_events) * 100).toFixed(1)}%`;
}

/** Sort by count, descending. A mapping with numeric keys arrives in numeric order. */
export function byCount(counts: Record<string, number>, most?: number) {
  return Object.entries(counts)
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, most);
}
