import { useCallback } from "react";
import { isSilent } from "@/api/errors";
import { useFailureDetail, useFailureText } from "@/lib/useErrorText";
import { notify } from "./toast";

/** Report a failure with the specified text for all reasons, followed by the server's reason. */
export function useSpecifiedFailure() {
  const textOf = useFailureText();
  const detailOf = useFailureDetail();
  return useCallback(
    (error: unknown, specified: string) => {
      if (isSilent(error)) return;
      const reason = textOf(error, "");
      if (reason) notify.error(reason, { title: specified, detail: detailOf(error) });
      else notify.error(specified);
    },
    [textOf, detailOf],
  );
}
