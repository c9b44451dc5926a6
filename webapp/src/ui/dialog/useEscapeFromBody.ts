import { type RefObject, useEffect, useEffectEvent } from "react";

/**
 * Close the topmost dialog with Escape also when the focus is on the body, for example because the focused button is
 * gone. Blueprint listens only inside of the dialog.
 */
export function useEscapeFromBody(dialog: RefObject<HTMLElement | null>, onClose: () => void) {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== "Escape" || event.defaultPrevented || event.target !== document.body) return;
      const top = [...document.querySelectorAll("[role$=dialog][aria-modal=true]")].at(-1);
      if (!dialog.current || !top || !(top === dialog.current || top.contains(dialog.current))) return;
      event.preventDefault();
      close();
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [dialog]);
}
