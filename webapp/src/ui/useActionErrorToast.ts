import { useCallback, useEffect, useRef } from "react";
import { isSilent } from "@/api/errors";
import { useErrorDetail, useErrorText } from "@/lib/useErrorText";
import { toast } from "./toast";

/**
 * Error notification of one action. The next attempt and unmounting close it. `showError` reports the failure unless it is
 * silent; `fallback` is the text if the server sent none.
 */
export function useActionErrorToast() {
  const textOf = useErrorText();
  const detailOf = useErrorDetail();
  const shown = useRef<() => void>(undefined);
  const dismiss = useCallback(() => {
    shown.current?.();
    shown.current = undefined;
  }, []);
  useEffect(() => dismiss, [dismiss]);
  const show = useCallback(
    (text: string, detail?: string) => {
      dismiss();
      shown.current = toast.error(text, { detail });
    },
    [dismiss],
  );
  const showError = useCallback(
    (error: unknown, fallback?: string) => {
      if (!isSilent(error)) show(textOf(error, fallback), detailOf(error));
    },
    [show, textOf, detailOf],
  );
  return { show, showError, dismiss };
}
