import { useCallback, useRef, useState } from "react";

/** Runs `work`, never twice at once: a double click does it once. `busy` while it runs. */
export function useOnce<Args extends unknown[]>(work: (...args: Args) => Promise<void>) {
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
