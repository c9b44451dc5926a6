import { useTranslation } from "react-i18next";
import { labelled } from "@/lib/labelled";
import { Text } from "./cells";
import { StatusTag } from "./StatusTag";

/** How an admin, a doctor or a member of staff stands; what nobody told us about is shown as it was sent. */
export function PersonStatus({ status }: { status: string | null }) {
  const chipOf = usePersonChip();
  return status ? <StatusTag {...chipOf(status)} /> : <Text value={null} />;
}

/** The word and the colour of a status. */
export function usePersonChip() {
  const { t } = useTranslation();
  const words = t("statuses", { returnObjects: true });
  return (status: string) => ({ text: labelled(words, status) ?? status, tone: toneOf(status) });
}

function toneOf(status: string): "good" | "bad" | "waiting" | "neutral" {
  if (status === "ACTIVE" || status === "joined") return "good";
  if (status === "BLOCKED") return "bad";
  return status === "invited" ? "waiting" : "neutral";
}
