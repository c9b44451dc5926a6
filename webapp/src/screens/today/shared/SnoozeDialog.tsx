import { useTranslation } from "react-i18next";
import { maxSnoozeDays } from "@/api/gen/constants";
import { snoozeItemRules } from "@/api/gen/rules";
import { serverNow } from "@/api/token";
import { addDays, today } from "@/lib/time/dates";
import { DayField, useDayRule } from "@/ui/fields/DayField";
import { FormDialog } from "@/ui/form/FormDialog";
import { type Item, snoozeRequest } from "./today";

interface Props {
  item: Item;
  onSnoozed: () => unknown;
  onClose: () => void;
}

/** Dialog to snooze an item until any day of the coming year. */
export function SnoozeDialog({ item, onSnoozed, onClose }: Props) {
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
