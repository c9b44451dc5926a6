import { useEffect, useRef } from "react";

/** The router numbers its history entries, which tells how far Back or Forward went. */
const place = (): number => (history.state as { idx?: number } | null)?.idx ?? 0;

/**
 * While something lies over the screen, Back and Forward ask it to close instead of changing what is behind it; with
 * `unsaved` text in it, a reload or a closed browser tab asks too, in the browser's own words. `close` is given what goes
 * there after all; `active` is whether moves are asked about at all.
 */
export function useLeaveGuard(unsaved: boolean, close: (go: () => void) => void, active = true) {
  const latest = useRef(close);
  latest.current = close;

  useEffect(() => {
    if (!active) return;
    const here = place();
    let returning: number | null = null;
    let isFree = false;
    const onMove = (event: PopStateEvent) => {
      if (isFree) return;
      // The router never hears of it: the move is undone before anything has changed on screen.
      event.stopImmediatePropagation();
      if (returning !== null) {
        const there = returning;
        returning = null;
        latest.current(() => {
          isFree = true;
          history.go(there);
        });
        return;
      }
      const gone = place() - here;
      if (gone === 0) return;
      returning = gone;
      history.go(-gone);
    };
    addEventListener("popstate", onMove, { capture: true });
    return () => removeEventListener("popstate", onMove, { capture: true });
  }, [active]);

  useEffect(() => {
    if (!unsaved) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", onUnload);
    return () => removeEventListener("beforeunload", onUnload);
  }, [unsaved]);
}
