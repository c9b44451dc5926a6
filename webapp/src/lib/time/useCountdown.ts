import { useEffect, useState } from "react";

/** Count down seconds since `told` last changed; 0 at the end. */
export function useCountdown(seconds: number, resetKey: unknown): number {
  const [counted, setCounted] = useState({ resetKey, left: seconds });
  useEffect(() => {
    const until = Date.now() + 1000 * seconds;
    const count = () => setCounted({ resetKey, left: Math.max(0, Math.ceil((until - Date.now()) / 1000)) });
    count();
    // Background tabs delay timers, so the rest is computed from the clock.
    const timer = setInterval(() => {
      count();
      if (Date.now() >= until) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [seconds, resetKey]);
  return counted.resetKey === resetKey ? counted.left : seconds;
}
