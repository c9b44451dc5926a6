import { useCallback, useEffect, useRef } from "react";
import useSWR, { type SWRConfiguration, useSWRConfig } from "swr";
import type { ListState } from "@/lib/list/listState";
import { type ActiveQuery, activeQueries } from "./activeQueries";
import { api } from "./client";
import { ApiError, isSilent } from "./errors";
import type { Options, PathOf, Reply } from "./operations";
import { reloadUnlessEnded } from "./SwrProvider";
import { correctionsOf } from "./spellingCorrections";

type ReadPath = PathOf<"get"> & string;
type ReadOptions<P extends ReadPath> = Omit<Options<P, "get">, "signal">;
type Key = readonly [path: string, options: object];

const quiet = { shouldRetryOnError: false, focusThrottleInterval: 30_000 } as const;

/**
 * Check for the data that a screen needs. An answer without it did not come from the platform, regardless of status.
 */
type Needed<P extends ReadPath> = (reply: Reply<P, "get">) => unknown;

const get = (path: ReadPath, options: object): Promise<unknown> => (api.get as Get)(path, options);
type Get = (path: ReadPath, options: object) => Promise<unknown>;

/** Answers requested before their screens rendered, by key. */
const ahead = new Map<string, Promise<unknown>>();
/** Time in milliseconds after which an answer that no screen has taken is dropped, because it may be outdated. */
const aheadMs = 10_000;

/** Request a page of a list or a record before its screen renders; `useList` or `useRecord` takes the answer. */
export function readAhead<P extends ReadPath>(path: P, options: ReadOptions<P> | null): void {
  if (!options) return;
  const key = JSON.stringify([path, options]);
  const answer = get(path, { ...options, ...(isSearched(options) && { forgiving: true }) });
  answer.catch(() => undefined);
  ahead.set(key, answer);
  setTimeout(() => ahead.delete(key), aheadMs);
}

function takeAhead(key: Key) {
  const text = JSON.stringify(key);
  const answer = ahead.get(text);
  ahead.delete(text);
  return answer;
}

function useRead<P extends ReadPath>(
  path: P,
  options: ReadOptions<P> | null,
  needed: Needed<P>,
  config: SWRConfiguration<Reply<P, "get">> = {},
  extraOptions: { forgiving?: true } = {},
) {
  const running = useRef<AbortController | null>(null);
  const read = async ([, current]: Key) => {
    running.current?.abort();
    running.current = new AbortController();
    const { signal } = running.current;
    const reply = await (takeAhead([path, current]) ?? get(path, { ...current, ...extraOptions, signal }));
    if (!isThere(() => needed(reply as Reply<P, "get">))) throw new ApiError(200);
    return reply as Reply<P, "get">;
  };
  const reply = useSWR<Reply<P, "get">, Error, Key | null>(options && [path, options], read, { ...quiet, ...config });
  const { cache } = useSWRConfig();
  const error = isSilent(reply.error) ? undefined : reply.error;
  const mutate = useCallback(() => reloadUnlessEnded(cache, () => reply.mutate()), [cache, reply.mutate]);
  // Properties of `ErrorState` and `ErrorScreen`.
  const failure = error && { error, busy: reply.isValidating, onRetry: () => void mutate() };
  return { ...reply, mutate, error, failure };
}

/** Register a read of the current screen while its component is mounted. */
function useOnScreen(path: string, options: object | null) {
  const key = options && JSON.stringify(options);
  useEffect(
    () => (key ? activeQueries.add({ path, options: JSON.parse(key) as ActiveQuery["options"] }) : undefined),
    [path, key],
  );
}

function isThere(look: () => unknown): boolean {
  try {
    return Boolean(look());
  } catch {
    return false;
  }
}

interface ListPage<Row> {
  rows: readonly Row[];
  total: number;
}
type PageOf<P extends ReadPath, Row> = (reply: Reply<P, "get">) => ListPage<Row>;
/** What a list answers in the usual form. */
type ListIn<P extends ReadPath> =
  Reply<P, "get"> extends { data: infer Data } & ({ total_records: number } | { data: { total_records: number } })
    ? Data
    : never;

/** The page in an answer of the usual form: its rows by their name, and the total next to them or in the answer. */
const pageIn = (name: string) => (reply: unknown) => {
  const { data, ...answer } = reply as { data: Record<string, unknown>; total_records?: number };
  return { rows: data[name], total: answer.total_records ?? data.total_records } as ListPage<unknown>;
};

/**
 * Read a page of a list. `rows` names its rows in the answer, or returns them with their total from an answer of
 * another form. The previous page stays visible while the next one loads. A new read aborts the one it replaces.
 * `null` disables the read.
 */
export function useList<P extends ReadPath, Name extends keyof ListIn<P> & string>(
  path: P,
  options: ReadOptions<P> | null,
  rows: Name,
): ListState<ListIn<P>[Name] extends readonly (infer Row)[] ? Row : never>;
export function useList<P extends ReadPath, Row>(
  path: P,
  options: ReadOptions<P> | null,
  rows: PageOf<P, Row>,
): ListState<Row>;
export function useList<P extends ReadPath>(
  path: P,
  options: ReadOptions<P> | null,
  rows: string | PageOf<P, unknown>,
): ListState<unknown> {
  const pageOf: PageOf<P, unknown> = typeof rows === "string" ? pageIn(rows) : rows;
  useOnScreen(path, options);
  const keep = { keepPreviousData: true } as SWRConfiguration<Reply<P, "get">>;
  const { data, error, isLoading, isValidating } = useRead(
    path,
    options,
    (reply) => Array.isArray(pageOf(reply).rows),
    keep,
    isSearched(options) ? { forgiving: true } : {},
  );
  const reload = useRefresh(path);
  const page = error ? { rows: [], total: 0 } : data ? pageOf(data) : { rows: undefined, total: 0 };
  // Clear all pages, because the next page could otherwise show old rows for a moment.
  const reading = { path, options: options ?? {} };
  const spelt = data && !error ? correctionsOf(data) : [];
  const readPage = async (other: number) =>
    pageOf((await get(path, withPage(reading.options, other))) as Reply<P, "get">).rows;
  const state = { ...page, spelt, error, loading: isValidating, earlier: isLoading, reading };
  return { ...state, readPage, reload };
}

const withPage = (options: { query?: object }, page: number) => ({ ...options, query: { ...options.query, page } });

/** True if the list is searched by words. */
const isSearched = (options: object | null) =>
  Boolean((options as { query?: { search_text?: unknown } } | null)?.query?.search_text);

/**
 * Read one record; data of another record never appears under this address. `null` disables the read. `goodFor` is the
 * time in milliseconds after which the record is read again; 0 means never.
 */
export function useRecord<P extends ReadPath>(
  path: P,
  options: ReadOptions<P> | null,
  needed: Needed<P>,
  goodFor: (reply: Reply<P, "get">) => number = () => 0,
) {
  useOnScreen(path, options);
  const again = { refreshInterval: (latest) => (latest ? goodFor(latest) : 0) } as SWRConfiguration<Reply<P, "get">>;
  return useRead(path, options, needed, again);
}

/** Read data that rarely changes, once per session. `null` disables the read. */
export function useCatalogue<P extends ReadPath>(path: P, options: ReadOptions<P> | null, needed: Needed<P>) {
  const once = { revalidateIfStale: false, revalidateOnFocus: false } as SWRConfiguration<Reply<P, "get">>;
  return useRead(path, options, needed, once);
}

/** Poll every few minutes, independent of the current screen; not listed among its reads. */
export function usePolledRecord<P extends ReadPath>(path: P, options: ReadOptions<P>, needed: Needed<P>) {
  const calmly = { refreshInterval: 300_000, revalidateOnFocus: false } as SWRConfiguration<Reply<P, "get">>;
  return useRead(path, options, needed, calmly);
}

/** Return a function that reloads everything on screen from these calls and resolves when it is loaded. */
export function useRefresh(...paths: readonly ReadPath[]) {
  const { mutate, cache } = useSWRConfig();
  // Joined, so that the function stays the same.
  const joined = paths.join(" ");
  return useCallback(() => {
    const isNamed = (key: unknown) => Array.isArray(key) && joined.split(" ").includes(key[0]);
    return reloadUnlessEnded(cache, () => mutate(isNamed));
  }, [mutate, cache, joined]);
}
