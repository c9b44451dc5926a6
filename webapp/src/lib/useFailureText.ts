import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, TimedOut } from "@/api/errors";
import { inLanguage, type Refusals } from "./refusals";

/**
 * The one sentence about a call that failed: what the server said first, else that no answer came in time, else
 * `fallback`, which is the generic sentence unless the specification has another.
 */
export function useFailureText() {
  const { t } = useTranslation();
  const said = useServerText();
  return useCallback(
    (error: unknown, fallback = t("genericError")): string => {
      if (error instanceof TimedOut) return t("timedOut");
      const first = error instanceof ApiError ? error.problems[0] : undefined;
      return first?.title ? said(first.title) : fallback;
    },
    [t, said],
  );
}

/** What the server says, in the user's language as far as we know it. */
export function useServerText() {
  const { i18n } = useTranslation("refusals");
  const { language } = i18n;
  return useCallback(
    (sentence: string) => inLanguage(sentence, (i18n.getResourceBundle(language, "refusals") ?? {}) as Refusals),
    [i18n, language],
  );
}
