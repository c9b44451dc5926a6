import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { labelOf } from "@/lib/format/labels";

const tones: Readonly<Record<string, "good" | "bad" | "waiting">> = {
  open: "waiting",
  applying: "waiting",
  applied: "good",
  partly_applied: "bad",
  done: "good",
  kept: "waiting",
  failed: "bad",
};

/** Text and tone of the status of a request, or of the outcome of a change. */
export function useStatus(kind: "statuses" | "outcomes" = "statuses") {
  const { t } = useTranslation("changeRequests");
  return useCallback(
    (value: string) => ({
      text: labelOf(t(kind, { returnObjects: true }), value) ?? value,
      tone: tones[value] ?? ("neutral" as const),
    }),
    [t, kind],
  );
}
