import { useTranslation } from "react-i18next";
import { auditDefaultDays, auditMaxDays } from "@/api/gen/constants";
import { today } from "@/lib/dates";
import { DateField } from "@/ui/fields/DateField";
import { QuickPicks } from "@/ui/fields/QuickPicks";
import { type Days, lastDays, wrongDays } from "./audit";

interface Props {
  days: Days;
  onChange: (days: Days) => void;
}
const quick = [1, 7, auditDefaultDays, auditMaxDays];

/** From when to when, or one of the usual ranges that end today. */
export function AuditDays({ days, onChange }: Props) {
  const { t } = useTranslation("audit");
  const chosen = quick.find((count) => {
    const { start, end } = lastDays(count);
    return start === days.start && end === days.end;
  });
  const wrong = wrongDays(days);
  return (
    <>
      <QuickPicks
        label={t("days.quick")}
        options={quick.map((count) => ({
          value: String(count),
          text: count === 1 ? t("days.today") : t("days.last", { days: count }),
        }))}
        chosen={chosen === undefined ? null : String(chosen)}
        onPick={(count) => onChange(lastDays(Number(count)))}
      />
      <DateField
        label={t("days.start")}
        value={days.start}
        required
        max={today()}
        wrong={wrong === "future" ? null : wrong && t(`days.${wrong}`)}
        onChange={(start) => onChange({ ...days, start })}
      />
      <DateField
        label={t("days.end")}
        value={days.end}
        required
        max={today()}
        wrong={wrong === "future" ? t("days.future") : null}
        onChange={(end) => onChange({ ...days, end })}
      />
    </>
  );
}
