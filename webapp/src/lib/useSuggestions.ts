import { useCallback, useEffect, useRef, useState } from "react";
import { isSilent } from "@/api/errors";

interface Suggestions<T> {
  /** What was asked for last and has been answered; "" when nothing is wanted. */
  text: string;
  found: readonly T[];
  failed: boolean;
  /** Something is wanted and not answered yet, the moment before it is asked for included. */
  asking: boolean;
}
const none = { text: "", found: [], failed: false, asking: false } as const;

/**
 * What a text may mean, asked `delay` after the last key. A new text aborts the question before it, so a late answer
 * never replaces a newer one; until it is answered, what was found before stays.
 */
export function useSuggestions<T>(ask: (text: string, signal: AbortSignal) => Promise<readonly T[]>, delay: number) {
  const [suggestions, setSuggestions] = useState<Suggestions<T>>(none);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<AbortController>(undefined);
  const latest = useRef(ask);
  latest.current = ask;

  const stop = useCallback(() => {
    clearTimeout(timer.current);
    running.current?.abort();
  }, []);
  useEffect(() => stop, [stop]);

  const look = useCallback(
    (text: string) => {
      stop();
      if (text === "") {
        setSuggestions(none);
        return;
      }
      setSuggestions((before) => (before.asking ? before : { ...before, asking: true }));
      timer.current = setTimeout(async () => {
        const asking = new AbortController();
        running.current = asking;
        try {
          const found = await latest.current(text, asking.signal);
          if (!asking.signal.aborted) setSuggestions({ text, found, failed: false, asking: false });
        } catch (error) {
          if (!asking.signal.aborted && !isSilent(error))
            setSuggestions({ text, found: [], failed: true, asking: false });
        }
      }, delay);
    },
    [stop, delay],
  );
  return { ...suggestions, look };
}
