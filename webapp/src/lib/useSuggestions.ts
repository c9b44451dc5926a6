import { useCallback, useEffect, useRef, useState } from "react";
import { isSilent } from "@/api/errors";

interface Suggestions<T> {
  /** The last answered text; "" if nothing is requested. */
  text: string;
  found: readonly T[];
  failed: boolean;
  /** True from the first key until the answer, including the delay. */
  asking: boolean;
}
const none = { text: "", found: [], failed: false, asking: false } as const;

/**
 * Suggestions for a text, requested `delay` after the last key. A new text aborts the older request, so a late answer
 * never replaces a newer one. Until the answer arrives, the previous suggestions stay.
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
