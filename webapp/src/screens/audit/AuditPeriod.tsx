import { type ComponentProps, useState } from "react";
import { useTranslation } from "react-i18next";
import { auditMaxDays } from "@/api/gen/constants";
import { DateRange } from "@/ui/fields/DateRange";
import { Presets } from "@/ui/fields/Presets";
import { type DayRangeError, type Days, today } from "./audit";

interface Props extends Pick<ComponentProps<typeof Presets>, "options" | "chosen" | "onPick"> {
  days: Days;
  wrong: DayRangeError | null;
  /** Changes when all filters are cleared, which drops incomplete typed input. */
  cleared?: number;
  onChange: (days: Days) => void;
}

/** Date range within the limits of the audit log, with preset ranges. */
export function AuditPeriod({ days, wrong, cleared = 0, onChange, onPick, ...presets }: Props) {
  const { t } = useTranslation("audit");
  // A preset range also replaces incomplete typed input.
  const [picked, setPicked] = useState(0);
  function pick(value: string) {
    setPicked(picked + 1);
    onPick(value);
  }
  return (
    <>
      <Presets label={t("days.quick")} {...presets} onPick={pick} />
      <DateRange
        key={`${cleared} ${picked}`}
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
