import { useEffect, useRef } from "react";
import { liveAgainMs, livePollMs } from "./gen/constants";
import { type Channel, isRealtimeConnected, useRealtime } from "./realtime";

/**
 * Keep the screen current. Reload at once on an event of the channel (at most twice a second), and every 30 seconds
 * regardless, because a platform behind a gateway sends no events. If sockets are blocked, reload every `untoldMs`.
 */
export function useLiveRefresh(channel: Channel, ask: () => unknown, untoldMs: number = livePollMs) {
  const latest = useRef(ask);
  const waits = useRef<ReturnType<typeof setTimeout>>(undefined);
  const again = useRef(false);
  const lastRefresh = useRef(0);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    lastRefresh.current = Date.now();
    const timer = setInterval(() => {
      // Timers are inexact: use the tick nearest to 30 seconds.
      if (isRealtimeConnected() && Date.now() - lastRefresh.current < livePollMs - untoldMs / 2) return;
      lastRefresh.current = Date.now();
      void latest.current();
    }, untoldMs);
    return () => {
      clearInterval(timer);
      clearTimeout(waits.current);
    };
  }, [untoldMs]);
  function onEvent() {
    if (waits.current !== undefined) {
      again.current = true;
      return;
    }
    again.current = false;
    lastRefresh.current = Date.now();
    void latest.current();
    waits.current = setTimeout(() => {
      waits.current = undefined;
      if (again.current) onEvent();
    }, liveAgainMs);
  }
  useRealtime(channel, onEvent);
}
