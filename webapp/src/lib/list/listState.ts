import type { Pages } from "./useListQuery";

/** Source of a list's rows: the call and its parameters. */
export interface ListReading {
  path: string;
  options: { path?: object; query?: object };
}

/** State of a list: one page of rows, or the reason why there are none. */
export interface ListState<Row> {
  /** Undefined until the first answer; the previous page while the next one loads. */
  rows: readonly Row[] | undefined;
  /** Number of rows on all pages. */
  total: number;
  /** Similar words that matched when the search as typed matched nothing. */
  spelt?: readonly string[];
  /** The last request failed; there are no rows. */
  error: Error | undefined;
  loading: boolean;
  /** The rows still belong to the previous request. */
  earlier: boolean;
  /** The call that is read, if any. */
  reading?: ListReading;
  /** Read another page with the same filters, without showing it. */
  readPage?: (page: number) => Promise<readonly Row[]>;
  /** Request the list again. */
  reload: () => Promise<unknown>;
}

/** A list with all rows in memory; paging sends no request. */
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
