import { useCallback, useEffect, useRef } from "react";
import { isSilent } from "@/api/errors";
import { useFailureDetail, useFailureText } from "@/lib/useErrorText";
import { notify } from "./toast";

/**
 * Error notification of one action. The next attempt and unmounting close it. `fail` reports the failure unless it is
 * silent; `fallback` is the text if the server sent none.
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
