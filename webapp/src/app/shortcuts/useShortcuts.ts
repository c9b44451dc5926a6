import { useEffect, useRef, useState } from "react";
import {
  focusCopyButton,
  focusRow,
  focusSearch,
  focusSelectionAction,
  focusToastAction,
  openNextItem,
  openNoteComposer,
  togglePin,
  toggleRowSelection,
  turnPage,
} from "./focusActions";
import { isHandledElsewhere, keyCharacter } from "./matchKey";
import { singleKeys } from "./singleKeys";

interface Keys {
  openPalette: () => void;
  openSheet: () => void;
  /** Open the screen with this letter if the account may open it. */
  goTo: (letter: string) => void;
}

/** Time in milliseconds that `g` waits for a letter. */
const waitMs = 2000;

/**
 * Handle the shortcuts that work on all screens; disabled while the user types or a dialog is open. True while `g`
 * waits for a letter.
 */
export function useShortcuts(keys: Keys): boolean {
  const latest = useRef(keys);
  latest.current = keys;
  const [waiting, setWaiting] = useState(false);
  const going = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    function wait(on: boolean) {
      clearTimeout(going.current);
      going.current = on ? setTimeout(wait, waitMs, false) : undefined;
      setWaiting(on);
    }
    const works: Record<string, () => boolean> = {
      "?": () => {
        latest.current.openSheet();
        return true;
      },
      "/": focusSearch,
      z: focusToastAction,
      p: togglePin,
      n: openNextItem,
      m: openNoteComposer,
      c: focusCopyButton,
      j: () => focusRow(1),
      k: () => focusRow(-1),
      x: toggleRowSelection,
      a: focusSelectionAction,
      "]": () => turnPage("next"),
      "[": () => turnPage("previous"),
      g: () => {
        wait(true);
        return true;
      },
    };
    function onKeyDown(event: KeyboardEvent) {
      const asks = document.querySelector("[role$=dialog]") !== null;
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k") {
        if (asks || event.isComposing) return;
        event.preventDefault();
        latest.current.openPalette();
        return;
      }
      if (event.key === "Shift" || isHandledElsewhere(event) || !singleKeys.on()) return;
      const sign = keyCharacter(event);
      if (going.current !== undefined) {
        wait(false);
        if (sign && /[a-z]/.test(sign)) {
          event.preventDefault();
          latest.current.goTo(sign);
          return;
        }
      }
      if (sign && works[sign]?.()) event.preventDefault();
    }
    document.addEventListener("keydown", onKeyDown);
    return () => {
      clearTimeout(going.current);
      document.removeEventListener("keydown", onKeyDown);
    };
  }, []);
  return waiting;
}
