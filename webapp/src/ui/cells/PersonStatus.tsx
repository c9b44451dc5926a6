import { useTranslation } from "react-i18next";
import { labelled } from "@/lib/labelled";
import { Text } from "./cells";
import { StatusTag } from "./StatusTag";

/** How an admin, a doctor or a member of staff stands; what nobody told us about is shown as it was sent. */
export function PersonStatus({ status }: { status: string | null }) {
  const { t } = useTranslation();
  if (!status) return <Text value={null} />;
  const text = labelled(t("statuses", { returnObjects: true }), status) ?? status;
  return <StatusTag text={text} tone={toneOf(status)} />;
}

function toneOf(status: string) {
  if (status === "ACTIVE" || status === "joined") return "good";
  if (status === "BLOCKED") return "bad";
  return status === "invited" ? "waiting" : "neutral";
}
