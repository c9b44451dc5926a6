import { useCallback, useEffect, useEffectEvent, useRef } from "react";
import { livePollMs } from "./gen/constants";
import { liveConnection } from "./realtime";

export interface Pace {
  /** Minimum time in milliseconds between two reads. */
  restMs: number;
  /** Time in milliseconds between two reads if sockets are blocked. */
  pollMs?: number;
  /** Time in milliseconds between two reads while a socket delivers events. */
  connectedPollMs?: number;
  /** Also read while the tab is hidden. */
  inBackground?: boolean;
}

/**
 * Return a function that reads at once, at most once per `restMs` and never two times in parallel. A hidden tab reads
 * when it is shown again. Reads are repeated without events, too.
 */
export function useThrottledRead(
  read: () => unknown,
  { restMs, pollMs = livePollMs, connectedPollMs = livePollMs, inBackground = false }: Pace,
) {
  const onRead = useEffectEvent(read);
  const current = useRef(() => {});
  useEffect(() => {
    let isBusy = false;
    let isOutdated = false;
    let lastRead = Date.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    function readSoon() {
      isOutdated = isBusy || (document.hidden && !inBackground);
      if (isOutdated) return;
      isBusy = true;
      lastRead = Date.now();
      const pause = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, restMs);
      });
      void Promise.allSettled([pause, onRead()]).then(() => {
        isBusy = false;
        if (isOutdated) readSoon();
      });
    }
    const poll = setInterval(() => {
      // Without a socket, poll. Timers are inexact: use the tick nearest to the time.
      if (liveConnection.state !== "open" || Date.now() - lastRead >= connectedPollMs - pollMs / 2) readSoon();
    }, pollMs);
    const onShown = () => isOutdated && readSoon();
    document.addEventListener("visibilitychange", onShown);
    current.current = readSoon;
    return () => {
      clearInterval(poll);
      // Without its pause, a running read is not repeated.
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onShown);
    };
  }, [restMs, pollMs, connectedPollMs, inBackground]);
  return useCallback(() => current.current(), []);
}
