import { useState } from "react";
import { useTranslation } from "react-i18next";
import { auditDefaultDays, auditMaxDays } from "@/api/gen/constants";
import { DateRange } from "@/ui/fields/DateRange";
import { Presets } from "@/ui/fields/Presets";
import { type Days, dayRangeError, lastDays, today } from "./audit";

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
  const wrong = dayRangeError(days);
  // A preset range also replaces incomplete typed input.
  const [picked, setPicked] = useState(0);
  function pick(count: string) {
    setPicked(picked + 1);
    onChange(lastDays(Number(count)));
  }
  return (
    <>
      <Presets
        label={t("days.quick")}
        options={quick.map((count) => ({
          value: String(count),
          text: count === 1 ? t("days.today") : t("days.last", { days: count }),
        }))}
        chosen={chosen === undefined ? null : String(chosen)}
        onPick={pick}
      />
      <DateRange
        key={picked}
        required
        max={today()}
        most={auditMaxDays}
        start={{
          label: t("days.start"),
          value: days.start,
          wrong: wrong === "future" ? null : wrong && t(`days.${wrong}`),
        }}
        end={{ label: t("days.end"), value: days.end, wrong: wrong === "future" ? t("days.future") : null }}
        onChange={onChange}
      />
    </>
  );
}
