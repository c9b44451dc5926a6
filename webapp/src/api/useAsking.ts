import { useEffect, useRef } from "react";
import { liveAgainMs, livePollMs } from "./gen/constants";
import { type Channel, isTold, useRealtime } from "./realtime";

/**
 * Keeps what is on screen as it is on the platform: asks at once when something is said on the channel, at most twice a
 * second, and every half minute, said or not: a platform behind a gateway says nothing. Where nothing can be said at
 * all, because a proxy lets no sockets through, it asks every `untoldMs`.
 */
export function useAsking(channel: Channel, ask: () => unknown, untoldMs: number = livePollMs) {
  const latest = useRef(ask);
  const waits = useRef<ReturnType<typeof setTimeout>>(undefined);
  const again = useRef(false);
  const asked = useRef(0);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    asked.current = Date.now();
    const timer = setInterval(() => {
      // A timer is never exact: the tick that is nearest to the half minute counts.
      if (isTold() && Date.now() - asked.current < livePollMs - untoldMs / 2) return;
      asked.current = Date.now();
      void latest.current();
    }, untoldMs);
    return () => {
      clearInterval(timer);
      clearTimeout(waits.current);
    };
  }, [untoldMs]);
  function told() {
    if (waits.current !== undefined) {
      again.current = true;
      return;
    }
    again.current = false;
    asked.current = Date.now();
    void latest.current();
    waits.current = setTimeout(() => {
      waits.current = undefined;
      if (again.current) told();
    }, liveAgainMs);
  }
  useRealtime(channel, told);
}
