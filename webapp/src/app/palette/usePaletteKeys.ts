import { useEffect } from "react";

const typedInto = "input, textarea, select, [contenteditable]";

/** Ctrl+K (or the Mac's Command) opens the palette, `/` goes to the list's search; neither while a dialog asks. */
export function usePaletteKeys(open: () => void) {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.isComposing || event.altKey || event.shiftKey || document.querySelector("[role$=dialog]")) return;
      const chosen = event.ctrlKey || event.metaKey;
      if (chosen && event.key.toLowerCase() === "k") {
        event.preventDefault();
        open();
      } else if (!chosen && event.key === "/" && !(event.target as Element).closest?.(typedInto)) {
        const search = document.querySelector<HTMLInputElement>("main input[type=search]");
        if (search) event.preventDefault();
        search?.focus();
      }
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [open]);
}
