import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, type Problem, TimedOut } from "@/api/errors";
import { type MessageTranslations, translateServerMessage } from "./serverMessages";
import { useGenericError } from "./useGenericError";

/**
 * Text for a failed request: the server's first sentence, the timeout message, or `fallback` (by default the generic
 * sentence of the screen).
 */
export function useErrorText() {
  const { t } = useTranslation();
  const translate = useTranslateServerMessage();
  const generic = useGenericError();
  return useCallback(
    (error: unknown, fallback = generic()): string => {
      if (error instanceof TimedOut) return t("timedOut");
      const first = error instanceof ApiError ? error.problems[0] : undefined;
      return first?.title ? translate(first.title, first.code) : fallback;
    },
    [t, translate, generic],
  );
}

/** Detail of the server's first problem, which its sentence omits, such as the clinic that already has a payment. */
export function useErrorDetail() {
  const translate = useTranslateServerMessage();
  return useCallback(
    (error: unknown) => {
      const detail = error instanceof ApiError ? error.problems[0]?.detail : undefined;
      return detail
        ?.split("\n")
        .map((line) => translate(line))
        .join("\n");
    },
    [translate],
  );
}

/** Message for a form field: the sentence of a problem with its detail. */
export function useFieldMessage() {
  const translate = useTranslateServerMessage();
  return useCallback(
    ({ title, code, detail }: Problem) => {
      const sentence = translate(title, code);
      if (!detail) return sentence;
      return `${sentence}${/[.!?।]$/.test(sentence) ? "" : endOf(sentence)} ${translate(detail)}`;
    },
    [translate],
  );
}

/** Full stop in the script of the sentence. */
const endOf = (sentence: string) => (/[\u0900-\u0a7f]/.test(sentence) ? "।" : ".");

/** Translate a message of the server into the user's language if a translation exists. */
export function useTranslateServerMessage() {
  const { i18n } = useTranslation("refusals");
  const { language } = i18n;
  return useCallback(
    (sentence: string, code?: string) =>
      translateServerMessage(sentence, i18n.getResourceBundle(language, "refusals") as MessageTranslations, code),
    [i18n, language],
  );
}
