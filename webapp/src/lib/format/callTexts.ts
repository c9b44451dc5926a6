import type { TFunction } from "i18next";
import { callSummaries } from "@/api/gen/proposableCalls";

/** The text of each call that a change request may contain; without one, the English summary of the call. */
export const callTexts = (t: TFunction<"changeRequests">): Readonly<Record<string, string>> => ({
  ...callSummaries,
  ...t("calls", { returnObjects: true }),
});
