import { useCallback } from "react";
import { isSilent } from "@/api/errors";
import { useFailureDetail, useFailureText } from "@/lib/useFailureText";
import { notify } from "./notify";

/** Says what failed, unless there is nothing to tell, in a notification that outlives the part it was tried in. */
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
