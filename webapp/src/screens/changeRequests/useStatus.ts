import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { labelOf } from "@/lib/labels";

/** Tone of the tag of each status. */
const statusTones = {
  open: "waiting",
  applying: "waiting",
  applied: "good",
  partly_applied: "bad",
  closed: "neutral",
} as const;
const outcomeTones = {
  done: "good",
  unchanged: "neutral",
  kept: "waiting",
  failed: "bad",
  left: "neutral",
} as const;

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
