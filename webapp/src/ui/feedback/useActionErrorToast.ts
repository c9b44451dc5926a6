import { useCallback, useEffect, useRef } from "react";
import { isSilent } from "@/api/errors";
import { type ToastAction, toast } from "./toast";
import { useRefusal } from "./useRefusal";

/**
 * Error notification of one action. The next attempt and unmounting close it. `showError` reports the failure unless it is
 * silent; `fallback` is the text if the server sent none.
 */
export function useActionErrorToast() {
  const refusalOf = useRefusal();
  const shown = useRef<() => void>(undefined);
  const dismiss = useCallback(() => {
    shown.current?.();
    shown.current = undefined;
  }, []);
  useEffect(() => dismiss, [dismiss]);
  const show = useCallback(
    (text: string, detail?: string, offer?: ToastAction) => {
      dismiss();
      shown.current = toast.error(text, { detail, offer });
    },
    [dismiss],
  );
  const showError = useCallback(
    (error: unknown, fallback?: string) => {
      if (isSilent(error)) return;
      const { text, detail, offer } = refusalOf(error, fallback);
      show(text, detail, offer);
    },
    [show, refusalOf],
  );
  return { show, showError, dismiss };
}
