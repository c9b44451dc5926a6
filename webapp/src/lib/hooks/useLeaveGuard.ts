import { useEffect, useEffectEvent } from "react";

/** The router numbers its history entries, which gives the distance of Back or Forward. */
const place = (): number => (history.state as { idx?: number } | null)?.idx ?? 0;

/**
 * While something covers the screen, Back and Forward ask it to close and do not change the screen behind. With
 * `unsaved` input, a reload or closing the tab asks too, with the browser's text. `close` receives the function that
 * continues the navigation; `active` turns the guard on.
 */
export function useLeaveGuard(unsaved: boolean, close: (go: () => void) => void, active = true) {
  const askToClose = useEffectEvent(close);

  useEffect(() => {
    if (!active) return;
    const current = place();
    let returning: number | null = null;
    let isFree = false;
    const onMove = (event: PopStateEvent) => {
      if (isFree) return;
      // The router does not see the event: the move is undone before the screen changes.
      event.stopImmediatePropagation();
      if (returning !== null) {
        const target = returning;
        returning = null;
        askToClose(() => {
          isFree = true;
          history.go(target);
        });
        return;
      }
      const gone = place() - current;
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
