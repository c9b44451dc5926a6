import { useCallback, useRef, useState } from "react";
import type { ListState } from "@/lib/list/listState";
import { fetchAllRows } from "./batches";

type Key = string | number;
interface Choosing<Row> {
  list: ListState<Row>;
  rowKey: (row: Row) => Key;
  /** Key of the active filters; a change clears the selection. */
  scope: string;
  /** Read a page of the filtered list. */
  read: (pages: { page: number; perpage: number }) => Promise<{ rows: readonly Row[]; total: number }>;
}
interface State<Row> {
  scope: string;
  chosen: ReadonlyMap<Key, Row>;
  /** All rows that match the filters, on every page. */
  everything: boolean;
}
export interface Selection<Row> {
  has: (row: Row) => boolean;
  count: number;
  everything: boolean;
  /** All, some or none of the rows on this page. */
  page: "all" | "some" | "none";
  /** The page has no selectable rows (yet). */
  empty: boolean;
  /** Select or deselect a row; `upTo` includes all rows between it and the last one. */
  choose: (row: Row, on: boolean, upTo: boolean) => void;
  choosePage: (on: boolean) => void;
  chooseEverything: () => void;
  clear: () => void;
  /** The chosen rows as they were last read; if everything is chosen, those of the page. */
  loadedRows: readonly Row[];
  /** Replace selected rows by their changed versions. */
  update: (rows: readonly Row[]) => void;
  /** Replace the selection. */
  keep: (rows: readonly Row[]) => void;
  /** The selected rows. If everything is selected, this reads all pages. */
  rows: (stop: AbortSignal) => Promise<readonly Row[]>;
}

const nothing: ReadonlyMap<Key, never> = new Map<Key, never>();

/** Selection of rows: single ones, a page, or everything that matches the filters. Paging keeps it. */
export function useSelection<Row>({ list, rowKey, scope, read }: Choosing<Row>): Selection<Row> {
  const [state, setState] = useState<State<Row>>({ scope, chosen: nothing, everything: false });
  const now = state.scope === scope ? state : { scope, chosen: nothing, everything: false };
  const rows = list.rows ?? [];
  const latest = useRef({ now, rows, rowKey, read, scope });
  latest.current = { now, rows, rowKey, read, scope };
  const last = useRef<Key | null>(null);

  const set = useCallback((chosen: ReadonlyMap<Key, Row>, everything = false) => {
    setState({ scope: latest.current.scope, chosen, everything });
  }, []);
  /** The explicitly selected rows; if everything was selected, the rows of this page. */
  const started = useCallback(() => {
    const { now: at, rows: shown, rowKey: keyOf } = latest.current;
    return new Map(at.everything ? shown.map((row) => [keyOf(row), row] as const) : at.chosen);
  }, []);
  const put = useCallback(
    (changed: readonly Row[], on: boolean) => {
      const chosen = started();
      for (const row of changed) {
        const key = latest.current.rowKey(row);
        if (on) chosen.set(key, row);
        else chosen.delete(key);
      }
      set(chosen);
    },
    [set, started],
  );
  const choose = useCallback(
    (row: Row, on: boolean, upTo: boolean) => {
      const { rows: shown, rowKey: keyOf } = latest.current;
      const keys = shown.map(keyOf);
      const [from, to] = [keys.indexOf(last.current ?? ""), keys.indexOf(keyOf(row))];
      last.current = keyOf(row);
      put(upTo && from >= 0 ? shown.slice(Math.min(from, to), Math.max(from, to) + 1) : [row], on);
    },
    [put],
  );
  const choosePage = useCallback((on: boolean) => put(latest.current.rows, on), [put]);
  const chooseEverything = useCallback(() => set(nothing, true), [set]);
  const clear = useCallback(() => set(nothing), [set]);
  const keep = useCallback(
    (remaining: readonly Row[]) => set(new Map(remaining.map((row) => [latest.current.rowKey(row), row]))),
    [set],
  );
  const update = useCallback(
    (changed: readonly Row[]) => {
      const { now: at, rowKey: keyOf } = latest.current;
      if (at.everything) return;
      const chosen = new Map(at.chosen);
      for (const row of changed) if (chosen.has(keyOf(row))) chosen.set(keyOf(row), row);
      set(chosen);
    },
    [set],
  );
  const readRows = useCallback(async (stop: AbortSignal) => {
    const { now: at, read: readPage, rowKey: keyOf } = latest.current;
    return at.everything ? fetchAllRows(readPage, keyOf, { stop }) : [...at.chosen.values()];
  }, []);

  const { chosen, everything } = now;
  const has = useCallback((row: Row) => everything || chosen.has(rowKey(row)), [everything, chosen, rowKey]);
  const shown = rows.filter(has);
  const onPage = shown.length;
  const page = onPage === 0 ? "none" : onPage === rows.length ? "all" : "some";
  const count = everything ? list.total : chosen.size;
  const empty = rows.length === 0;
  const onScreen = new Map(shown.map((row) => [rowKey(row), row]));
  const loadedRows = everything ? shown : [...chosen].map(([key, row]) => onScreen.get(key) ?? row);
  return {
    has,
    count,
    everything,
    page,
    empty,
    loadedRows,
    choose,
    choosePage,
    chooseEverything,
    clear,
    update,
    keep,
    rows: readRows,
  };
}
