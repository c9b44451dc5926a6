import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, TimedOut } from "@/api/errors";

/**
 * The one sentence about a call that failed: what the server said first, else that no answer came in time, else
 * `fallback`, which is the generic sentence unless the specification has another.
 */
export function useFailureText() {
  const { t } = useTranslation();
  return useCallback(
    (error: unknown, fallback = t("genericError")): string => {
      if (error instanceof TimedOut) return t("timedOut");
      const first = error instanceof ApiError ? error.problems[0] : undefined;
      return first?.title || fallback;
    },
    [t],
  );
}
