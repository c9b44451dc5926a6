import { useEffect, useRef } from "react";

/** The router numbers its history entries, which tells how far Back or Forward went. */
const place = (): number => (history.state as { idx?: number } | null)?.idx ?? 0;

/**
 * While something lies over the screen, Back and Forward ask it to close instead of changing what is behind it; with
 * `unsaved` text in it, a reload or a closed browser tab asks too, in the browser's own words.
 */
export function useLeaveGuard(unsaved: boolean, close: () => void) {
  const latest = useRef(close);
  latest.current = close;

  useEffect(() => {
    const here = place();
    let returning = false;
    const onMove = (event: PopStateEvent) => {
      // The router never hears of it: the move is undone before anything has changed on screen.
      event.stopImmediatePropagation();
      if (returning) {
        returning = false;
        latest.current();
        return;
      }
      const gone = place() - here;
      if (gone === 0) return;
      returning = true;
      history.go(-gone);
    };
    addEventListener("popstate", onMove, { capture: true });
    return () => removeEventListener("popstate", onMove, { capture: true });
  }, []);

  useEffect(() => {
    if (!unsaved) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", onUnload);
    return () => removeEventListener("beforeunload", onUnload);
  }, [unsaved]);
}
