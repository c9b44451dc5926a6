import { useEffect, useState } from "react";

/** Time in milliseconds after which the first screen has loaded. */
const restMs = 1_500;

/** True when the first screen has loaded, so that less urgent requests may start. */
export function useAfterFirstLoad(): boolean {
  const [later, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), restMs);
    return () => clearTimeout(timer);
  }, []);
  return later;
}
