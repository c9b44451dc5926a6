import { useCallback, useEffect, useRef, useState } from "react";

/**
 * Text of a search field. It starts the search at once or `delay` after the last change. A change from outside (Back,
 * clear) replaces the text; the echo of the field's own search does not, so newer input is kept.
 */
export function useSearchText(applied: string, cleared: number, delay: number, apply: (text: string) => void) {
  const [text, setText] = useState(applied);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(applied);
  const latest = useRef(apply);
  latest.current = apply;

  useEffect(() => {
    if (applied === sent.current) return;
    clearTimeout(timer.current);
    sent.current = applied;
    setText(applied);
  }, [applied]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a clear empties the field even if no search was applied
  useEffect(() => {
    clearTimeout(timer.current);
    sent.current = applied;
    setText(applied);
  }, [cleared]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const searchNow = useCallback((next: string) => {
    clearTimeout(timer.current);
    setText(next);
    const trimmed = next.trim();
    if (trimmed === sent.current) return;
    sent.current = trimmed;
    latest.current(trimmed);
  }, []);
  const type = useCallback(
    (typed: string) => {
      setText(typed);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => searchNow(typed), delay);
    },
    [delay, searchNow],
  );
  return { text, type, searchNow };
}
