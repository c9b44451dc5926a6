import { useCallback, useEffect, useRef } from "react";
import { notify } from "./notify";

/** The error notification of one thing somebody tries: gone with the next try, and with the part it was tried in. */
export function useFailureNotice() {
  const shown = useRef<() => void>(undefined);
  const forget = useCallback(() => {
    shown.current?.();
    shown.current = undefined;
  }, []);
  useEffect(() => forget, [forget]);
  const say = useCallback(
    (text: string) => {
      forget();
      shown.current = notify.error(text);
    },
    [forget],
  );
  return { say, forget };
}
