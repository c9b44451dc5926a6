import { useState } from "react";
import { useTranslation } from "react-i18next";
import { serverNow } from "@/api/token";
import { addDays, formatDay, today } from "@/lib/time/dates";
import { useErrorToast } from "@/ui/feedback/useErrorToast";
import { ActionMenu } from "@/ui/menu/ActionMenu";
import { SnoozeDialog } from "./SnoozeDialog";
import { type Item, snooze } from "./today";

interface Props {
  item: Item;
  onSnoozed: () => unknown;
}

/** Menu with the days until which an item can be snoozed. */
export function SnoozeMenu({ item, onSnoozed }: Props) {
  const { t } = useTranslation("today");
  const failed = useErrorToast();
  const [isAsking, setAsking] = useState(false);

  async function snoozeUntil(day: string) {
    try {
      await snooze(item, day);
    } catch (error) {
      failed(error);
    }
    await onSnoozed();
  }
  return (
    <>
      <ActionMenu
        label={t("snoozeItem", { title: item.title })}
        icon="snooze"
        iconOnly
        items={[
          ...snoozeDays().map(({ key, day }) => ({
            key,
            text: t(`snooze.${key}`, { day: formatDay(day) }),
            onSelect: () => void snoozeUntil(day),
          })),
          { key: "other", text: t("snooze.other"), onSelect: () => setAsking(true) },
        ]}
      />
      {isAsking && <SnoozeDialog item={item} onSnoozed={onSnoozed} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Days of the menu, each once: on a Sunday, tomorrow is the next Monday. */
function snoozeDays() {
  const now = today(serverNow());
  const weekday = new Date(`${now}T00:00:00Z`).getUTCDay();
  const days = [
    { key: "tomorrow", day: addDays(now, 1) },
    { key: "threeDays", day: addDays(now, 3) },
    { key: "monday", day: addDays(now, (8 - weekday) % 7 || 7) },
    { key: "twoWeeks", day: addDays(now, 14) },
  ] as const;
  return days.filter(({ day }, at) => days.findIndex((other) => other.day === day) === at);
}
