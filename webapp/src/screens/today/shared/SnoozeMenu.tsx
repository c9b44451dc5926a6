import { useState } from "react";
import { useTranslation } from "react-i18next";
import { maxSnoozeDays } from "@/api/gen/constants";
import { snoozeItemRules } from "@/api/gen/rules";
import { serverNow } from "@/api/token";
import { addDays, formatDay, today } from "@/lib/time/dates";
import { useErrorToast } from "@/ui/feedback/useErrorToast";
import { DayField, useDayRule } from "@/ui/fields/DayField";
import { FormDialog } from "@/ui/form/FormDialog";
import { ActionMenu } from "@/ui/menu/ActionMenu";
import { type Item, snooze, snoozeRequest } from "./today";

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

/** Dialog to snooze an item until any day of the coming year. */
function SnoozeDialog({ item, onSnoozed, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation("today");
  const now = today(serverNow());
  const limits = { min: addDays(now, 1), max: addDays(now, maxSnoozeDays) };
  const dayRule = useDayRule(limits);
  return (
    <FormDialog
      title={t("snoozeItem", { title: item.title })}
      submit={t("snoozeForm.submit")}
      initial={{ until: "" }}
      draft={null}
      rules={snoozeItemRules}
      call={null}
      toRequest={({ until }) => snoozeRequest(item, until)}
      onSent={onSnoozed}
      onClose={onClose}
    >
      {(ask, { control }) => (
        <DayField
          label={t("snoozeForm.until")}
          control={control}
          {...limits}
          {...ask("until", { missing: t("snoozeForm.missing"), also: dayRule })}
        />
      )}
    </FormDialog>
  );
}
