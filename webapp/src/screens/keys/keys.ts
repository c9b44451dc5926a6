import { statusClass } from "@/api/gen/choices";
import { livePollMs, maxPageSize } from "@/api/gen/constants";
import { listKeyRequestsRules } from "@/api/gen/rules";
import type { components } from "@/api/gen/schema";
import { useCatalogue, useList, useRecord } from "@/api/hooks";
import { serverNow } from "@/api/token";
import { useLiveRefresh } from "@/api/useLiveRefresh";
import { choiceFilter, idFilter, type ListQuery, type Pages, textFilter } from "@/lib/list/useListQuery";

export type Key = components["schemas"]["Key"];
export type KeyRequest = components["schemas"]["KeyRequest"];
export type KeyLogSummary = components["schemas"]["KeyLogSummary"];
export type KeyErrorGroup = KeyLogSummary["errors"][number];

export function useKeys({ page, perpage }: Pages) {
  return useList("/careops/keys", { query: { page, perpage } }, "keys");
}

export function stateOf({ revoked_at, expires_at }: Key): "active" | "expired" | "revoked" {
  if (revoked_at) return "revoked";
  return new Date(expires_at) > serverNow() ? "active" : "expired";
}

/** Filters of the request log in the address bar. */
export const logFilters = {
  key: idFilter,
  status: choiceFilter(...statusClass),
  call: textFilter(listKeyRequestsRules.call_name.maxLength),
  code: textFilter(listKeyRequestsRules.code.maxLength),
};
export type LogQuery = ListQuery<keyof typeof logFilters>;
export const errorFilters = { key: idFilter };

/** Read one page of the request log, and read it again from time to time. */
export function useKeyRequests({ page, perpage, values: { key, status, call, code } }: LogQuery) {
  const filters = {
    ...(key && { key_id: Number(key) }),
    ...(isStatus(status) && { status }),
    ...(call && { call_name: call }),
    ...(code && { code }),
  };
  const options = { query: { page, perpage, ...filters } };
  const list = useList("/careops/keys/requests", options, "requests");
  useLiveRefresh("admin", list.reload);
  return list;
}

const isStatus = (text: string): text is (typeof statusClass)[number] => statusClass.some((status) => status === text);

/** Days and errors of the request log, read again from time to time. */
export function useKeyLogSummary(key: string) {
  const query = key ? { key_id: Number(key) } : {};
  const path = "/careops/keys/requests/summary";
  return useRecord(
    path,
    { query },
    ({ data }) => Array.isArray(data.errors),
    () => livePollMs,
  );
}

/** Choices of a filter by key. */
export function useKeyChoices(): { value: string; label: string }[] {
  const query = { perpage: maxPageSize };
  const { data } = useCatalogue("/careops/keys", { query }, ({ data: found }) => Array.isArray(found.keys));
  return (data?.data.keys ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
}
