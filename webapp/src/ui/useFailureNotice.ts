import { useCallback, useEffect, useRef } from "react";
import { isSilent } from "@/api/errors";
import { useFailureDetail, useFailureText } from "@/lib/useFailureText";
import { notify } from "./notify";

/**
 * The error notification of one thing somebody tries: gone with the next try, and with the part it was tried in. `fail`
 * says what failed, unless there is nothing to tell; `fallback` is said where the server said nothing.
 */
export function useFailureNotice() {
  const textOf = useFailureText();
  const detailOf = useFailureDetail();
  const shown = useRef<() => void>(undefined);
  const forget = useCallback(() => {
    shown.current?.();
    shown.current = undefined;
  }, []);
  useEffect(() => forget, [forget]);
  const say = useCallback(
    (text: string, detail?: string) => {
      forget();
      shown.current = notify.error(text, { detail });
    },
    [forget],
  );
  const fail = useCallback(
    (error: unknown, fallback?: string) => {
      if (!isSilent(error)) say(textOf(error, fallback), detailOf(error));
    },
    [say, textOf, detailOf],
  );
  return { say, fail, forget };
}
