import { api } from "@/api/client";
import { callNames } from "@/api/gen/callNames";
import { maxPageSize } from "@/api/gen/constants";
import type { components } from "@/api/gen/schema";
import { useCatalogue, useRefresh } from "@/api/hooks";
import { request } from "@/api/mutation";
import { preferences } from "@/lib/state/preferences";
import type { ColumnChoice } from "@/ui/table/columnLayout";

export type SavedView = components["schemas"]["SavedView"];

/** The largest page size; longer menus would be unusable. */
const mostViews = maxPageSize;

/** Name of a list: that of its call. */
export const listOf = (path: string) => callNames[path]?.[1];

/** Parameters of a view: filters and order, without page and view id. */
export function filtersIn(params: URLSearchParams): Record<string, string> {
  const passing = new Set(["page", "perpage", "view"]);
  return Object.fromEntries([...params].filter(([name, value]) => value && !passing.has(name)));
}
export const addressOf = (pathname: string, { id, filters }: SavedView) =>
  `${pathname}?${new URLSearchParams({ ...filters, view: String(id) })}`;

export function sameFilters(filters: Record<string, string>, other: Record<string, string>): boolean {
  const names = Object.keys(filters);
  return names.length === Object.keys(other).length && names.every((name) => filters[name] === other[name]);
}

/** True if columns were chosen in this browser: then they load at once, else later. */
export const hasChosen = {
  get: () => preferences.get("columns") === "own",
  note: () => preferences.set("columns", "own"),
};

export function useLayouts(enabled: boolean) {
  const { data } = useCatalogue("/careops/layouts", enabled ? {} : null, (reply) => reply.data.layouts);
  return data?.data.layouts;
}

/** Views of a list that the account may see; null disables the read. */
export function useViews(list: string | null) {
  const options = list === null ? null : { query: { list_name: list, perpage: mostViews } };
  const { data, failure } = useCatalogue("/careops/views", options, (reply) => reply.data.views);
  return { views: data?.data.views, failure };
}

export const useReloadViews = () => useRefresh("/careops/views");

export const saveLayout = (list: string, columns: readonly ColumnChoice[]) =>
  api.put("/careops/layouts/{list_name}", { path: { list_name: list }, body: { columns: [...columns] } });

export interface ViewBody {
  name: string;
  shared: boolean;
  filters: Record<string, string>;
  columns: readonly ColumnChoice[];
}
/** Create a view, or change `of`. */
export function saveViewRequest(list: string, body: ViewBody, of: SavedView | null) {
  const columns = [...body.columns];
  return of
    ? request.put("/careops/views/{view_id}", { path: { view_id: of.id }, body: { ...body, columns } })
    : request.post("/careops/views", { body: { ...body, columns, list_name: list } });
}

export const deleteViewRequest = (id: number) => request.delete("/careops/views/{view_id}", { path: { view_id: id } });
