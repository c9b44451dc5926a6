import { useCallback, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, type Problem, requiredApprovals, TimedOut } from "@/api/errors";
import { useStore } from "../state/store";
import type { MessageTranslations } from "./serverMessages";
import { fetchServerMessages, serverMessageTexts } from "./serverMessageTexts";
import { useGenericError } from "./useGenericError";

/**
 * Text for a failed request: the server's first sentence, the timeout message, or `fallback` (by default the generic
 * sentence of the screen).
 */
export function useErrorText() {
  const { t } = useTranslation();
  const translate = useFetchedTranslations();
  const generic = useGenericError();
  return useCallback(
    (error: unknown, fallback = generic()): string => {
      if (error instanceof TimedOut) return t("timedOut");
      const first = error instanceof ApiError ? (requiredApprovals(error)[0] ?? error.problems[0]) : undefined;
      return first?.title ? translate(first.title, first.code) : fallback;
    },
    [t, translate, generic],
  );
}

/**
 * Detail of the server's first problem, which its sentence omits, such as the clinic that already has a payment. A change
 * that needs approval has a sentence for each policy instead.
 */
export function useErrorDetail() {
  const translate = useFetchedTranslations();
  const describe = useRequiredApprovals();
  return useCallback(
    (error: unknown) => {
      const approvals = requiredApprovals(error);
      if (approvals.length > 0) return describe(approvals);
      const detail = error instanceof ApiError ? error.problems[0]?.detail : undefined;
      return detail
        ?.split("\n")
        .map((line) => translate(line))
        .join("\n");
    },
    [translate, describe],
  );
}

/** Say in one line for each policy what it covers, when, and who can approve. */
function useRequiredApprovals() {
  const { i18n } = useTranslation();
  const { language } = i18n;
  return useCallback(
    (problems: readonly Problem[]) => {
      const build = serverMessageTexts.get()?.policyTexts;
      const policies = problems.flatMap(({ policy }) => policy ?? []);
      if (!build || policies.length === 0 || !i18n.hasResourceBundle(language, "changeRequests")) return undefined;
      const { reason } = build(i18n.getFixedT(language, "changeRequests"), i18n.getFixedT(language, "common"));
      return policies.map(reason).join("\n");
    },
    [i18n, language],
  );
}

/** Message for a form field: the sentence of a problem with its detail. */
export function useFieldMessage() {
  const translate = useFetchedTranslations();
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

/**
 * Translate a message of the server into the user's language if a translation exists. For messages in successful
 * answers: the sentence is English until the translations are fetched.
 */
export function useTranslateServerMessage() {
  useEffect(() => {
    // Without the translations the sentence stays English.
    fetchServerMessages().catch(() => undefined);
  }, []);
  return useFetchedTranslations();
}

/** The client fetches the translations before an error reaches its caller. */
function useFetchedTranslations() {
  const { i18n } = useTranslation();
  const { language } = i18n;
  useStore(serverMessageTexts);
  return useCallback(
    (sentence: string, code?: string) => {
      const texts = i18n.getResourceBundle(language, "refusals") as MessageTranslations | undefined;
      const translate = serverMessageTexts.get()?.translateServerMessage;
      return texts && translate ? translate(sentence, texts, code) : sentence;
    },
    [i18n, language],
  );
}
