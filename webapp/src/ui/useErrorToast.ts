import { useCallback } from "react";
import { isSilent } from "@/api/errors";
import { useFailureDetail, useFailureText } from "@/lib/useErrorText";
import { notify } from "./toast";

/** Report a failure, unless it is silent, in a notification that stays after the component unmounts. */
export function useFailed() {
  const textOf = useFailureText();
  const detailOf = useFailureDetail();
  return useCallback(
    (error: unknown, fallback?: string) => {
      if (!isSilent(error)) notify.error(textOf(error, fallback), { detail: detailOf(error) });
    },
    [textOf, detailOf],
  );
}
