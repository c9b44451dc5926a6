import { useState } from "react";

/** Collect the words of all pages seen so far, sorted, as choices of a filter. */
export function useSeen(current: readonly string[]): readonly string[] {
  const [seen, setSeen] = useState<readonly string[]>([]);
  const fresh = current.filter((word) => !seen.includes(word));
  if (fresh.length > 0) setSeen([...new Set([...seen, ...fresh])].sort());
  return seen;
}
