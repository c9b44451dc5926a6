import { useTranslation } from "react-i18next";
import { paths } from "@/app/paths";
import { useStore } from "@/lib/state/store";
import { Tabs } from "@/ui/layout/Tabs";
import { dueCounts } from "./dueCounts";

/** The parts of Today: what is due, the follow-ups and the mentions, with the number that waits there. */
export function TodayTabs({ open }: { open: "today" | "followUps" | "mentions" }) {
  const { t } = useTranslation("today");
  const { t: common } = useTranslation();
  const due = useStore(dueCounts);
  const [followUps, mentions] = [paths.followUps(), paths.mentions()];
  const tabs = [
    { key: "today", text: common("nav.entries.today"), to: paths.today() },
    { key: "followUps", text: common("nav.entries.followUps"), to: followUps, count: due?.[followUps]?.count },
    { key: "mentions", text: common("nav.entries.mentions"), to: mentions, count: due?.[mentions]?.count },
  ];
  return <Tabs tabs={tabs} open={open} label={t("parts")} />;
}
