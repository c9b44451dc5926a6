import { useCallback } from "react";
import { isSilent } from "@/api/errors";
import { toast } from "./toast";
import { useRefusal } from "./useRefusal";

/** Report a failure, unless it is silent, in a notification that stays after the component unmounts. */
export function useErrorToast() {
  const refusalOf = useRefusal();
  return useCallback(
    (error: unknown, fallback?: string) => {
      if (isSilent(error)) return;
      const { text, ...options } = refusalOf(error, fallback);
      toast.error(text, options);
    },
    [refusalOf],
  );
}
