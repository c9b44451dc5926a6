import { useCallback } from "react";
import { isSilent } from "@/api/errors";
import { useErrorDetail, useErrorText } from "@/lib/useErrorText";
import { toast } from "./toast";

/** Report a failure, unless it is silent, in a notification that stays after the component unmounts. */
export function useErrorToast() {
  const textOf = useErrorText();
  const detailOf = useErrorDetail();
  return useCallback(
    (error: unknown, fallback?: string) => {
      if (!isSilent(error)) toast.error(textOf(error, fallback), { detail: detailOf(error) });
    },
    [textOf, detailOf],
  );
}
