import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, type Problem, TimedOut } from "@/api/errors";
import { inLanguage, type Refusals } from "./refusals";
import { useGenericError } from "./useGenericError";

/**
 * The sentence about a failed request: the server's first one, that no answer came in time, or `fallback`, which is the
 * generic sentence of the screen unless the specification has another.
 */
export function useFailureText() {
  const { t } = useTranslation();
  const said = useServerText();
  const generic = useGenericError();
  return useCallback(
    (error: unknown, fallback = generic()): string => {
      if (error instanceof TimedOut) return t("timedOut");
      const first = error instanceof ApiError ? error.problems[0] : undefined;
      return first?.title ? said(first.title) : fallback;
    },
    [t, said, generic],
  );
}

/**
 * The detail of the server's first problem: what its sentence leaves out, such as the clinic that already has a payment.
 */
export function useFailureDetail() {
  const said = useServerText();
  return useCallback(
    (error: unknown) => {
      const detail = error instanceof ApiError ? error.problems[0]?.detail : undefined;
      return detail?.split("\n").map(said).join("\n");
    },
    [said],
  );
}

/** The message about a field of a form: the sentence of a problem, followed by its detail. */
export function useFieldMessage() {
  const said = useServerText();
  return useCallback(
    ({ title, detail }: Problem) => {
      const sentence = said(title);
      if (!detail) return sentence;
      return `${sentence}${/[.!?।]$/.test(sentence) ? "" : endOf(sentence)} ${said(detail)}`;
    },
    [said],
  );
}

/** The full stop of the sentence's script. */
const endOf = (sentence: string) => (/[\u0900-\u0a7f]/.test(sentence) ? "।" : ".");

/** What the server says, in the user's language as far as we know it. */
export function useServerText() {
  const { i18n } = useTranslation("refusals");
  const { language } = i18n;
  return useCallback(
    (sentence: string) => inLanguage(sentence, (i18n.getResourceBundle(language, "refusals") ?? {}) as Refusals),
    [i18n, language],
  );
}
