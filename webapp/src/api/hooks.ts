import { useCallback, useEffect, useRef } from "react";
import useSWR, { type SWRConfiguration, useSWRConfig } from "swr";
import type { ListState } from "@/lib/listState";
import { type ActiveQuery, activeQueries } from "./activeQueries";
import { api } from "./client";
import { ApiError, isSilent } from "./errors";
import type { Options, PathOf, Reply } from "./operations";
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

/** Request a page of a list before its screen renders; `useList` takes the answer. */
export function readAhead<P extends ReadPath>(path: P, options: ReadOptions<P>): void {
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
  more: { forgiving?: true } = {},
) {
  const running = useRef<AbortController | null>(null);
  const read = async ([, current]: Key) => {
    running.current?.abort();
    running.current = new AbortController();
    const { signal } = running.current;
    const reply = await (takeAhead([path, current]) ?? get(path, { ...current, ...more, signal }));
    if (!isThere(() => needed(reply as Reply<P, "get">))) throw new ApiError(200);
    return reply as Reply<P, "get">;
  };
  const reply = useSWR<Reply<P, "get">, Error, Key | null>(options && [path, options], read, { ...quiet, ...config });
  const error = isSilent(reply.error) ? undefined : reply.error;
  // Properties of `ErrorState` and `ErrorScreen`.
  const failure = error && { error, busy: reply.isValidating, onRetry: () => void reply.mutate() };
  return { ...reply, error, failure };
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

/**
 * Read a page of a list; `pageOf` returns its rows and total. The previous page stays visible while the next one loads.
 * A new read aborts the one it replaces. `null` disables the read.
 */
export function useList<P extends ReadPath, Row>(
  path: P,
  options: ReadOptions<P> | null,
  pageOf: (reply: Reply<P, "get">) => { rows: readonly Row[]; total: number },
): ListState<Row> {
  useOnScreen(path, options);
  const keep = { keepPreviousData: true } as SWRConfiguration<Reply<P, "get">>;
  const { data, error, isLoading, isValidating } = useRead(
    path,
    options,
    (reply) => Array.isArray(pageOf(reply).rows),
    keep,
    isSearched(options) ? { forgiving: true } : {},
  );
  const refresh = useRefresh();
  const { rows, total } = error ? { rows: [], total: 0 } : data ? pageOf(data) : { rows: undefined, total: 0 };
  // Clear all pages, because the next page could otherwise show old rows for a moment.
  const reading = { path, options: options ?? {} };
  const spelt = data && !error ? correctionsOf(data) : [];
  const readPage = async (page: number) =>
    pageOf((await get(path, withPage(reading.options, page))) as Reply<P, "get">).rows;
  const state = { rows, total, spelt, error, loading: isValidating, earlier: isLoading, reading };
  return { ...state, readPage, reload: () => refresh(path) };
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
export function useRefresh() {
  const { mutate } = useSWRConfig();
  return useCallback(
    (...paths: ReadPath[]) => mutate((key) => Array.isArray(key) && paths.some((path) => path === key[0])),
    [mutate],
  );
}
