import { useCallback, useEffect, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { maxPage, pageSize } from "@/api/gen/constants";
import { idOf } from "./routeIds";
import { useRowsPerPage } from "./rowsPerPage";

/** Reads one filter off the address: its value, or "" (the filter is off) for anything that makes no sense. */
export type Filter = (text: string) => string;

const control = /\p{Cc}/gu;
export const words =
  (longest: number): Filter =>
  (text) =>
    text.replace(control, "").slice(0, longest);
export const oneOf =
  (...choices: readonly string[]): Filter =>
  (text) =>
    choices.includes(text) ? text : "";
export const matching =
  (pattern: RegExp): Filter =>
  (text) =>
    pattern.test(text) ? text : "";
export const anId: Filter = (text) => (idOf(text) === null ? "" : text);

/** Which page of a list is asked for, and how many rows make one. */
export interface Pages {
  page: number;
  perpage: number;
  /** Turns the page: a step of its own in the history, unless the page asked for did not exist. */
  goTo(page: number, how?: { replace: boolean }): void;
  /** The sizes a page may have, the smallest first, where there is a choice. */
  sizing?: {
    sizes: readonly number[];
    choose(size: number): void;
    /** As many rows as the window has room for. */
    fit?: { on: boolean; choose(): void };
  };
}
/** By which column a list is ordered, where it is not in its own order. */
export interface Order {
  by: string;
  descending: boolean;
}
export interface ListQuery<Name extends string> extends Pages {
  values: Record<Name, string>;
  /** Whether any filter is on. */
  filtered: boolean;
  /** Changes filters: back to page 1, in the same history entry. */
  set(changes: Partial<Record<Name, string>>): void;
  clear(): void;
  /** Rises with every clear, so that fields forget what is typed and not yet searched. */
  cleared: number;
  order: Order | null;
  /** Back to page 1, in another order; `null` is the list's own. */
  orderBy(order: Order | null): void;
}
interface Choices {
  /** The sizes a page may have if they are specified, the smallest first: it is the default. Else the person chooses. */
  sizes?: readonly number[];
  /** The columns that can be ordered by. */
  orders?: readonly string[];
}

const none: Choices = {};

/** The same choice of page size, which also goes back to the first page. */
export function fromFirstPage(
  { perpage, sizing }: ReturnType<typeof useRowsPerPage>,
  toFirst: () => void,
): Pick<Pages, "perpage" | "sizing"> {
  const { sizes, choose, fit } = sizing;
  const first = <Rest extends unknown[]>(change: (...rest: Rest) => void) => {
    return (...rest: Rest) => {
      change(...rest);
      toFirst();
    };
  };
  return {
    perpage,
    sizing: { sizes, choose: first(choose), ...(fit && { fit: { on: fit.on, choose: first(fit.choose) } }) },
  };
}

/** A page's number is written as an id is. */
function pageOf(text: string | null): number {
  const page = idOf(text) ?? 1;
  return page <= maxPage ? page : 1;
}

/** "name" or "-name" */
function orderOf(text: string | null, orders: readonly string[]): Order | null {
  const descending = text?.startsWith("-") ?? false;
  const by = descending ? text?.slice(1) : text;
  return by && orders.includes(by) ? { by, descending } : null;
}
const written = (order: Order | null) => (order ? `${order.descending ? "-" : ""}${order.by}` : "");

/**
 * A list's page, page size, order and filters, kept in the address bar; what is at its default is not in it. `filters`
 * and `choices` must be stable.
 */
export function useListQuery<Name extends string>(
  filters: Record<Name, Filter>,
  choices: Choices = none,
): ListQuery<Name> {
  const { sizes, orders = [] } = choices;
  const [usual = pageSize] = sizes ?? [];
  const preferred = useRowsPerPage();
  const [params, setParams] = useSearchParams();
  const [cleared, setCleared] = useState(0);
  const values = useMemo(() => {
    const read = Object.entries<Filter>(filters).map(([name, filter]) => [name, filter(params.get(name) ?? "")]);
    return Object.fromEntries(read) as Record<Name, string>;
  }, [filters, params]);

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

  // An invalid filter is off and leaves the address, so that the address matches the list.
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
    clear,
    cleared,
    order: orderOf(params.get("order"), orders),
    orderBy,
  };
}
