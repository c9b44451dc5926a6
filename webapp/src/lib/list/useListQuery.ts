import { useCallback, useEffect, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { maxPage, pageSize } from "@/api/gen/constants";
import { parseRouteId } from "../format/routeIds";
import { preferredRows, useRowsPerPage } from "./rowsPerPage";

/** Parse one filter of the address: its value, or "" (the filter is off) for an invalid one. */
export type Filter = (text: string) => string;

const control = /\p{Cc}/gu;
export const textFilter =
  (longest: number): Filter =>
  (text) =>
    text.replace(control, "").slice(0, longest);
export const choiceFilter =
  (...choices: readonly string[]): Filter =>
  (text) =>
    choices.includes(text) ? text : "";
export const patternFilter =
  (pattern: RegExp): Filter =>
  (text) =>
    pattern.test(text) ? text : "";
export const idFilter: Filter = (text) => (parseRouteId(text) === null ? "" : text);

/** Current page and page size of a list. */
export interface Pages {
  page: number;
  perpage: number;
  /** Go to a page: a new history entry, unless the requested page did not exist. */
  goTo(page: number, how?: { replace: boolean }): void;
  /** The available page sizes, smallest first, if the user can choose. */
  sizing?: {
    sizes: readonly number[];
    choose(size: number): void;
    /** As many rows as fit into the window. */
    fit?: { on: boolean; choose(): void };
  };
}
/** Sort column of a list, if it is not in its default order. */
export interface Order {
  by: string;
  descending: boolean;
}
export interface ListQuery<Name extends string> extends Pages {
  values: Record<Name, string>;
  /** True if any filter is on. */
  filtered: boolean;
  /** Change filters and return to page 1, in the same history entry. */
  set(changes: Partial<Record<Name, string>>): void;
  /** Value of one filter for a field that offers its choices or all. */
  choiceOf(name: Name): { value: string; orAll: true; onChange: (value: string) => void };
  clear(): void;
  /** Increases with every clear, so that fields drop text that is not searched yet. */
  cleared: number;
  order: Order | null;
  /** Change the order and return to page 1; `null` is the default order. */
  orderBy(order: Order | null): void;
}
interface Choices {
  /**
   * The specified page sizes, smallest first; the smallest is the default. Without them, the user's preference counts.
   */
  sizes?: readonly number[];
  /** The sortable columns. */
  orders?: readonly string[];
}

const noChoices: Choices = {};
export const noFilters = {};

/** The same choice of page size, which also returns to the first page. */
export function fromFirstPage(
  { perpage, sizing }: ReturnType<typeof useRowsPerPage>,
  toFirst: () => void,
): Pick<Pages, "perpage" | "sizing"> {
  const { sizes, choose, fit } = sizing;
  const first = <Args extends unknown[]>(change: (...args: Args) => void) => {
    return (...args: Args) => {
      change(...args);
      toFirst();
    };
  };
  return {
    perpage,
    sizing: { sizes, choose: first(choose), ...(fit && { fit: { on: fit.on, choose: first(fit.choose) } }) },
  };
}

/** Page numbers have the format of ids. */
function pageOf(text: string | null): number {
  const page = parseRouteId(text) ?? 1;
  return page <= maxPage ? page : 1;
}

/** "name" or "-name" */
function orderOf(text: string | null, orders: readonly string[]): Order | null {
  const descending = text?.startsWith("-") ?? false;
  const by = descending ? text?.slice(1) : text;
  return by && orders.includes(by) ? { by, descending } : null;
}
const written = (order: Order | null) => (order ? `${order.descending ? "-" : ""}${order.by}` : "");

const parseFilters = <Name extends string>(filters: Record<Name, Filter>, params: URLSearchParams) =>
  Object.fromEntries(
    Object.entries<Filter>(filters).map(([name, filter]) => [name, filter(params.get(name) ?? "")]),
  ) as Record<Name, string>;

/** What a list requests: its page and filters. */
export type ListAddress<Name extends string> = Pick<ListQuery<Name>, "page" | "perpage" | "values">;

/** Page, preferred page size and filters of a list at the current address, outside React. */
export function parseListAddress<Name extends string>(filters: Record<Name, Filter>): ListAddress<Name> {
  const params = new URLSearchParams(location.search);
  return { page: pageOf(params.get("page")), perpage: preferredRows(), values: parseFilters(filters, params) };
}

/**
 * Page, page size, order and filters of a list, stored in the address bar; defaults are omitted. `filters` and
 * `choices` must be stable.
 */
export function useListQuery<Name extends string = never>(
  filters = noFilters as Record<Name, Filter>,
  choices = noChoices,
): ListQuery<Name> {
  const { sizes, orders = [] } = choices;
  const [usual = pageSize] = sizes ?? [];
  const preferred = useRowsPerPage();
  const [params, setParams] = useSearchParams();
  const [cleared, setCleared] = useState(0);
  const values = useMemo(() => parseFilters(filters, params), [filters, params]);

  const change = useCallback(
    (changes: Record<string, string>, replace: boolean) =>
      setParams(
        (old) => {
          const next = new URLSearchParams(old);
          next.delete("page");
          for (const [name, value] of Object.entries(changes)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace, preventScrollReset: true },
      ),
    [setParams],
  );
  const set = useCallback(
    (changes: Partial<Record<Name, string>>) => change({ ...changes } as Record<string, string>, true),
    [change],
  );
  const goTo = useCallback(
    (page: number, how = { replace: false }) => change({ page: page > 1 ? String(page) : "" }, how.replace),
    [change],
  );
  const choose = useCallback(
    (size: number) => change({ perpage: size === usual ? "" : String(size) }, true),
    [change, usual],
  );
  const orderBy = useCallback((order: Order | null) => change({ order: written(order) }, true), [change]);
  const clear = useCallback(() => {
    setCleared((count) => count + 1);
    change(Object.fromEntries(Object.keys(filters).map((name) => [name, ""])), true);
  }, [change, filters]);

  const sizing = {
    perpage: sizes?.find((size) => String(size) === params.get("perpage")) ?? usual,
    ...(sizes && sizes.length > 1 && { sizing: { sizes, choose } }),
  };

  // An invalid filter is off and is removed from the address, so that the address matches the list.
  const rejected = (Object.keys(filters) as Name[]).filter((name) => params.get(name) && !values[name]).join();
  useEffect(() => {
    if (rejected === "") return;
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        for (const name of rejected.split(",")) next.delete(name);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [rejected, setParams]);

  return {
    page: pageOf(params.get("page")),
    ...(sizes ? sizing : fromFirstPage(preferred, () => goTo(1, { replace: true }))),
    goTo,
    values,
    filtered: Object.values(values).some((value) => value !== ""),
    set,
    choiceOf: (name) => ({ value: values[name], orAll: true, onChange: (value) => change({ [name]: value }, true) }),
    clear,
    cleared,
    order: orderOf(params.get("order"), orders),
    orderBy,
  };
}
