import { useTranslation } from "react-i18next";
import { labelOf } from "@/lib/format/labels";
import { Text } from "./cells";
import { StatusTag } from "./StatusTag";

/** Status of an admin, doctor or staff member; an unknown value is shown as sent. */
export function PersonStatus({ status }: { status: string | null }) {
  const chipOf = usePersonChip();
  return status ? <StatusTag {...chipOf(status)} /> : <Text value={null} />;
}

/** Word and colour of a status. */
export function usePersonChip() {
  const { t } = useTranslation();
  const words = t("statuses", { returnObjects: true });
  return (status: string) => ({ text: labelOf(words, status) ?? status, tone: toneOf(status) });
}

function toneOf(status: string): "good" | "bad" | "waiting" | "neutral" {
  if (status === "ACTIVE" || status === "joined") return "good";
  if (status === "BLOCKED") return "bad";
  return status === "invited" ? "waiting" : "neutral";
}
