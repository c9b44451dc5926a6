import { useCallback, useEffect, useRef, useState } from "react";
import { isSilent } from "@/api/errors";

export interface PageOf<T> {
  rows: readonly T[];
  total: number;
}
export type AskPage<T> = (text: string, page: number, signal: AbortSignal) => Promise<PageOf<T>>;

interface Found<T> extends PageOf<T> {
  /** The requested text. */
  text: string;
  /** Number of loaded pages. */
  pages: number;
  asking: boolean;
  failed: boolean;
}
const nothing = { rows: [], total: 0, text: "", pages: 0, asking: false, failed: false } as const;

/**
 * Paged choices for a field. `look` requests the first page of matches, at once or `delay` after the last key; `more`
 * adds the next page. A new request aborts the one before.
 */
export function usePagedChoices<T>(ask: AskPage<T>, delay: number) {
  const [found, setFound] = useState<Found<T>>(nothing);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<AbortController>(undefined);
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
    try {
      const { rows, total } = await latest.current(text, page, asking.signal);
      if (asking.signal.aborted) return;
      setFound((before) => ({
        text,
        total,
        rows: page === 1 ? rows : [...before.rows, ...rows],
        pages: page,
        asking: false,
        failed: false,
      }));
    } catch (error) {
      if (!asking.signal.aborted && !isSilent(error))
        setFound((before) => ({ ...before, text, asking: false, failed: true }));
    }
  }, []);

  const look = useCallback(
    (text: string, { now = false } = {}) => {
      stop();
      setFound((before) => ({ ...before, asking: true, failed: false }));
      const wanted = text.trim();
      if (now) void read(wanted, 1);
      else timer.current = setTimeout(() => void read(wanted, 1), delay);
    },
    [stop, read, delay],
  );
  const more = useCallback(() => {
    if (found.asking) return;
    setFound((before) => ({ ...before, asking: true, failed: false }));
    void read(found.text, found.pages + 1);
  }, [found, read]);
  return { ...found, hasMore: found.rows.length < found.total, look, more };
}
