import { useEffect, useState } from "react";

/** Return the focus to the element that opened the dialog. */
export function useRestoreFocus() {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    },
    [opener],
  );
}
