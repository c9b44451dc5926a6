import { useTranslation } from "react-i18next";
import { auditDefaultDays, auditMaxDays } from "@/api/gen/constants";
import { AuditPeriod } from "./AuditPeriod";
import { type Days, lastDays } from "./audit";

interface Props {
  days: Days;
  onChange: (days: Days) => void;
}
const quick = [1, 7, auditDefaultDays, auditMaxDays];

/** Date range, or one of the preset ranges that end today. */
export function AuditDays({ days, onChange }: Props) {
  const { t } = useTranslation("audit");
  const chosen = quick.find((count) => {
    const { start, end } = lastDays(count);
    return start === days.start && end === days.end;
  });
  return (
    <AuditPeriod
      days={days}
      options={quick.map((count) => ({
        value: String(count),
        text: count === 1 ? t("days.today") : t("days.last", { days: count }),
      }))}
      chosen={chosen === undefined ? null : String(chosen)}
      onPick={(count) => onChange(lastDays(Number(count)))}
      onChange={onChange}
    />
  );
}
