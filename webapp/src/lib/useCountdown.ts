import { useEffect, useState } from "react";

/** Whole seconds that are left of those that `told` told, which begin anew with each time it is told; 0 at the end. */
export function useCountdown(seconds: number, told: unknown): number {
  const [counted, setCounted] = useState({ told, left: seconds });
  useEffect(() => {
    const until = Date.now() + 1000 * seconds;
    const count = () => setCounted({ told, left: Math.max(0, Math.ceil((until - Date.now()) / 1000)) });
    count();
    // A tab in the background is woken up late: what is left is read from the clock, never counted down.
    const timer = setInterval(() => {
      count();
      if (Date.now() >= until) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [seconds, told]);
  return counted.told === told ? counted.left : seconds;
}
