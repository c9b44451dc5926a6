import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { labelOf } from "@/lib/labels";
import { outcomeTones, statusTones } from "./shared/changeRequests";

/** Text and tone of a request's status. */
export function useStatus() {
  const { t } = useTranslation("changeRequests");
  return useCallback(
    (status: string) => ({
      text: labelOf(t("statuses", { returnObjects: true }), status) ?? status,
      tone: toneOf(statusTones, status),
    }),
    [t],
  );
}

/** Text and tone of the outcome of a change. */
export function useOutcome() {
  const { t } = useTranslation("changeRequests");
  return useCallback(
    (outcome: string) => ({
      text: labelOf(t("outcomes", { returnObjects: true }), outcome) ?? outcome,
      tone: toneOf(outcomeTones, outcome),
    }),
    [t],
  );
}

type Tone = "good" | "bad" | "waiting" | "neutral";
/** A value that this version does not know is neutral. */
const toneOf = (tones: Readonly<Record<string, Tone>>, value: string) => tones[value] ?? "neutral";
