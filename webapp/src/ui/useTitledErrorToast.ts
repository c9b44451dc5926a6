import { useCallback } from "react";
import { isSilent } from "@/api/errors";
import { useErrorDetail, useErrorText } from "@/lib/useErrorText";
import { toast } from "./toast";

/** Report a failure with the specified text for all reasons, followed by the server's reason. */
export function useTitledErrorToast() {
  const textOf = useErrorText();
  const detailOf = useErrorDetail();
  return useCallback(
    (error: unknown, specified: string) => {
      if (isSilent(error)) return;
      const reason = textOf(error, "");
      if (reason) toast.error(reason, { title: specified, detail: detailOf(error) });
      else toast.error(specified);
    },
    [textOf, detailOf],
  );
}
