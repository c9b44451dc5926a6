import { type ComponentProps, useState } from "react";
import { useTranslation } from "react-i18next";
import { auditMaxDays } from "@/api/gen/constants";
import { DateRange } from "@/ui/filters/DateRange";
import { Presets } from "@/ui/input/Presets";
import { type DayRangeError, type Days, today } from "./audit";

interface Props {
  /** Preset ranges before the fields. */
  presets?: Omit<ComponentProps<typeof Presets>, "label">;
  days: Days;
  wrong: DayRangeError | null;
  /** Changes when all filters are cleared, which drops incomplete typed input. */
  cleared?: number;
  onChange: (days: Days) => void;
}

/** Date range within the limits of the audit log. */
export function AuditPeriod({ days, wrong, cleared = 0, onChange, presets }: Props) {
  const { t } = useTranslation("audit");
  // A preset range also replaces incomplete typed input.
  const [picked, setPicked] = useState(0);
  return (
    <>
      {presets && (
        <Presets
          label={t("days.quick")}
          {...presets}
          onPick={(value) => {
            setPicked(picked + 1);
            presets.onPick(value);
          }}
        />
      )}
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
