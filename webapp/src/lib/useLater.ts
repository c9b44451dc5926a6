import { useEffect, useState } from "react";

/** The first screen has everything it needs by then (milliseconds). */
const restMs = 1_500;

/** Whether the first screen has had the line for itself: what can wait for it begins now. */
export function useLater(): boolean {
  const [later, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), restMs);
    return () => clearTimeout(timer);
  }, []);
  return later;
}
