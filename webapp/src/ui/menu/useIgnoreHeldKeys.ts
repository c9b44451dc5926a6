import { type KeyboardEvent, useRef } from "react";

/**
 * Ignore the release of a key that was pressed before a dialog or popup opened. Blueprint's buttons click when Enter is
 * released: the Enter that opened a question would also answer it.
 */
export function useIgnoreHeldKeys() {
  const pressed = useRef(false);
  return {
    onKeyDownCapture: (event: KeyboardEvent) => {
      if (!event.repeat) pressed.current = true;
    },
    onKeyUpCapture: (event: KeyboardEvent) => {
      if (!pressed.current) event.stopPropagation();
    },
  };
}
