import { useCallback, useMemo, useState } from "react";
import { useSearchParams } from "react-router";

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

export interface ListQuery<Name extends string> {
  page: number;
  values: Record<Name, string>;
  /** Whether any filter is on. */
  filtered: boolean;
  /** Changes filters: back to page 1, in the same history entry. */
  set(changes: Partial<Record<Name, string>>): void;
  /** Turns the page: a step of its own in the history, unless the page asked for did not exist. */
  goTo(page: number, how?: { replace: boolean }): void;
  clear(): void;
  /** Rises with every clear, so that fields forget what is typed and not yet searched. */
  cleared: number;
}

const pageOf = (text: string | null) => (text && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1);

/** A list's page and filters, kept in the address bar; what is at its default is not in it. `filters` must be stable. */
export function useListQuery<Name extends string>(filters: Record<Name, Filter>): ListQuery<Name> {
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
  const clear = useCallback(() => {
    setCleared((count) => count + 1);
    change(Object.fromEntries(Object.keys(filters).map((name) => [name, ""])), true);
  }, [change, filters]);

  const filtered = Object.values(values).some((value) => value !== "");
  return { page: pageOf(params.get("page")), values, filtered, set, goTo, clear, cleared };
}
