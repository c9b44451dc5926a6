import { useCallback, useEffect, useRef, useState } from "react";
import { isSilent } from "@/api/errors";

export interface PageOf<T> {
  rows: readonly T[];
  total: number;
}
export type AskPage<T> = (text: string, page: number, signal: AbortSignal) => Promise<PageOf<T>>;

interface Found<T> extends PageOf<T> {
  /** Text of the last answer or failure; "" if nothing was requested. */
  text: string;
  /** Number of loaded pages. */
  pages: number;
  /** True from the first key until the answer, including the delay. */
  asking: boolean;
  /** The last request failed. It stays true until the next answer. */
  failed: boolean;
}
const nothing = { rows: [], total: 0, text: "", pages: 0, asking: false, failed: false } as const;

/**
 * Paged options for a text. `look` requests the first page, `delay` after the last key or at once; `loadMore` adds the
 * next page; `retry` repeats the last request. A request aborts the one before, so a late answer never replaces a newer
 * one. Until the answer arrives, the previous options stay.
 */
export function useOptionSearch<T>(ask: AskPage<T>, delay: number) {
  const [result, setResult] = useState<Found<T>>(nothing);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<AbortController>(undefined);
  const last = useRef({ text: "", page: 1 });
  const latest = useRef(ask);
  latest.current = ask;

  const stop = useCallback(() => {
    clearTimeout(timer.current);
    running.current?.abort();
  }, []);
  useEffect(() => stop, [stop]);

  const read = useCallback(async (text: string, page: number) => {
    const asking = new AbortController();
    running.current = asking;
    last.current = { text, page };
    setResult((before) => (before.asking ? before : { ...before, asking: true }));
    try {
      const { rows, total } = await latest.current(text, page, asking.signal);
      if (asking.signal.aborted) return;
      setResult((before) => ({
        text,
        total,
        rows: page === 1 ? rows : [...before.rows, ...rows],
        pages: page,
        asking: false,
        failed: false,
      }));
    } catch (error) {
      if (!asking.signal.aborted && !isSilent(error))
        setResult((before) => ({ ...(page === 1 ? nothing : before), text, asking: false, failed: true }));
    }
  }, []);

  const look = useCallback(
    (text: string, { now = false } = {}) => {
      stop();
      if (now) return void read(text, 1);
      setResult((before) => (before.asking ? before : { ...before, asking: true }));
      timer.current = setTimeout(() => void read(text, 1), delay);
    },
    [stop, read, delay],
  );
  const loadMore = useCallback(() => {
    if (!result.asking) void read(result.text, result.pages + 1);
  }, [result, read]);
  const retry = useCallback(() => {
    stop();
    void read(last.current.text, last.current.page);
  }, [stop, read]);
  const clear = useCallback(() => {
    stop();
    setResult(nothing);
  }, [stop]);
  return { ...result, hasMore: result.rows.length < result.total, look, loadMore, retry, clear };
}
