import { useCallback, useRef, useState } from "react";

/**
 * Run `work`, never twice at the same time: a double click runs it once. `keyOf` tells apart what may run at the same
 * time, such as the changes of two rows. `busy` is true while anything runs.
 */
export function useSingleFlight<Args extends unknown[]>(
  work: (...args: Args) => Promise<void>,
  keyOf: (...args: Args) => string = () => "",
) {
  const running = useRef(new Set<string>());
  const [busy, setBusy] = useState(false);
  const latest = useRef({ work, keyOf });
  latest.current = { work, keyOf };
  const run = useCallback(async (...args: Args) => {
    const key = latest.current.keyOf(...args);
    if (running.current.has(key)) return;
    running.current.add(key);
    setBusy(true);
    try {
      await latest.current.work(...args);
    } finally {
      running.current.delete(key);
      setBusy(running.current.size > 0);
    }
  }, []);
  return { run, busy };
}
