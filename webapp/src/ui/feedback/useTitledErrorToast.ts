import { useCallback } from "react";
import { isSilent } from "@/api/errors";
import { toast } from "./toast";
import { useRefusal } from "./useRefusal";

/** Report a failure with the specified text for all reasons, followed by the server's reason. */
export function useTitledErrorToast() {
  const refusalOf = useRefusal();
  return useCallback(
    (error: unknown, specified: string) => {
      if (isSilent(error)) return;
      const { text, ...options } = refusalOf(error, "");
      if (text) toast.error(text, { title: specified, ...options });
      else toast.error(specified);
    },
    [refusalOf],
  );
}
