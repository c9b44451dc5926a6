import { useEffect, useState } from "react";

/**
 * Return the focus to the element that opened the dialog. If it has none or has disappeared, the heading of the screen
 * gets the focus, so that keyboard users do not start again at the top of the page (WCAG 2.4.3).
 */
export function useRestoreFocus() {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) opener.focus();
      else if (!document.querySelector("[role$=dialog]"))
        document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
    },
    [opener],
  );
}
