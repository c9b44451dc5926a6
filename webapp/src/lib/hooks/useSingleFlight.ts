import { useCallback, useRef, useState } from "react";

/** Run `work`, never twice at the same time: a double click runs it once. `busy` is true while it runs. */
export function useSingleFlight<Args extends unknown[]>(work: (...args: Args) => Promise<void>) {
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const latest = useRef(work);
  latest.current = work;
  const run = useCallback(async (...args: Args) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await latest.current(...args);
    } finally {
      running.current = false;
      setBusy(false);
    }
  }, []);
  return { run, busy };
}
