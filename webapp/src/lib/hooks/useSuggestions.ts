import { useCallback } from "react";
import { useOptionSearch } from "./useOptionSearch";

/** Suggestions for a text in one page; none for an empty text. */
export function useSuggestions<T>(ask: (text: string, signal: AbortSignal) => Promise<readonly T[]>, delay: number) {
  const search = useOptionSearch(async (text: string, _page: number, signal: AbortSignal) => {
    const rows = await ask(text, signal);
    return { rows, total: rows.length };
  }, delay);
  const { look: lookUp, clear, text, rows, failed, asking, retry } = search;
  const look = useCallback((text: string) => (text === "" ? clear() : lookUp(text)), [clear, lookUp]);
  return { text, matches: rows, failed, asking, look, retry };
}
