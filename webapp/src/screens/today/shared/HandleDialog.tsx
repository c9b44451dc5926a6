import { useTranslation } from "react-i18next";
import { snoozeItemRules } from "@/api/gen/rules";
import { serverNow } from "@/api/token";
import { addDays, formatDay, today } from "@/lib/time/dates";
import { AreaField } from "@/ui/fields/AreaField";
import { FormDialog } from "@/ui/form/FormDialog";
import { type Item, snoozeRequest } from "./today";

interface Props {
  item: Item;
  onSent: () => unknown;
  onClose: () => void;
}
/** Days for which an item is listed, so that a handled one does not appear again. */
const hiddenDays = 30;

/** Dialog that settles a payment or invitation: a note on its record, and the item is hidden. */
export function HandleDialog({ item, onSent, onClose }: Props) {
  const { t } = useTranslation("today", { keyPrefix: "handle" });
  const until = addDays(today(serverNow()), hiddenDays);
  return (
    <FormDialog
      title={t("title", { title: item.title })}
      submit={t("submit")}
      initial={{ note: "" }}
      draft={`todayNote.${item.source}.${item.record_id}`}
      rules={{ note: { ...snoozeItemRules.note, required: true } }}
      call={null}
      toRequest={({ note }) => snoozeRequest(item, until, note.trim())}
      done={t("done", { title: item.title })}
      onSent={onSent}
      onClose={onClose}
    >
      {(ask) => (
        <AreaField
          label={t("note")}
          hint={t(item.source === "payments" ? "ofPayment" : "ofInvitation", { day: formatDay(until) })}
          {...ask("note", { required: true, missing: t("missing") })}
        />
      )}
    </FormDialog>
  );
}
