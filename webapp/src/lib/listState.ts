import type { Pages } from "./useListQuery";

/** Where a list's rows come from: the call, and what it is asked. */
export interface ListReading {
  path: string;
  options: { path?: object; query?: object };
}

/** A list as it stands: one page of its rows, and whatever keeps them away. */
export interface ListState<Row> {
  /** Missing until the first answer; the page before while the next one loads. */
  rows: readonly Row[] | undefined;
  /** All there are, on every page. */
  total: number;
  /** Words they were found by, where nothing matched the search as it was typed. */
  spelt?: readonly string[];
  /** The last answer was none; there are no rows then. */
  error: Error | undefined;
  loading: boolean;
  /** The rows are the answer to what was asked before. */
  earlier: boolean;
  /** What is read, where that is a call. */
  reading?: ListReading;
  /** Asks once more. */
  reload: () => Promise<unknown>;
}

/** A list whose rows are all here; its pages are turned without a request. */
export function wholeList<Row>(
  rows: readonly Row[] | undefined,
  { page, perpage }: Pages,
  reload: () => Promise<unknown>,
): ListState<Row> {
  const from = (page - 1) * perpage;
  return {
    rows: rows?.slice(from, from + perpage),
    total: rows?.length ?? 0,
    error: undefined,
    loading: false,
    earlier: false,
    reload,
  };
}
