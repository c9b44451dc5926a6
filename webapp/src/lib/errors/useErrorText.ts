import { useCallback, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, type Message, type Problem, requiredApprovals, TimedOut } from "@/api/errors";
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
      return first?.title ? translate(first) : fallback;
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
      const problem = error instanceof ApiError ? error.problems[0] : undefined;
      return problem && detailOf(problem, translate);
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
    (problem: Problem) => {
      const sentence = translate(problem);
      const detail = detailOf(problem, translate);
      if (!detail) return sentence;
      return `${sentence}${/[.!?।]$/.test(sentence) ? "" : endOf(sentence)} ${detail}`;
    },
    [translate],
  );
}

/** Detail of a problem: its messages, one per line, or a text such as the name of a record. */
function detailOf({ detail, details = [] }: Problem, translate: (message: Message) => string) {
  if (details.length > 0) return details.map(translate).join("\n");
  return detail ? translate({ title: detail }) : undefined;
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
    (message: string | Message) => {
      const sent = typeof message === "string" ? { title: message } : message;
      const texts = i18n.getResourceBundle(language, "refusals") as MessageTranslations | undefined;
      const translate = serverMessageTexts.get()?.translateServerMessage;
      return texts && translate ? translate(sent, texts) : sent.title;
    },
    [i18n, language],
  );
}
