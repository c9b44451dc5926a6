import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { auditDefaultDays, auditMaxDays } from "@/api/gen/constants";
import { AuditPeriod } from "./AuditPeriod";
import { lastDays } from "./audit";

type Props = Omit<ComponentProps<typeof AuditPeriod>, "presets">;
const quick = [1, 7, auditDefaultDays, auditMaxDays];

/** Date range, or one of the preset ranges that end today. */
export function AuditDays(props: Props) {
  const { t } = useTranslation("audit");
  const { days, onChange } = props;
  const chosen = quick.find((count) => {
    const { start, end } = lastDays(count);
    return start === days.start && end === days.end;
  });
  return (
    <AuditPeriod
      {...props}
      presets={{
        options: quick.map((count) => ({
          value: String(count),
          text: count === 1 ? t("days.today") : t("days.last", { days: count }),
        })),
        chosen: chosen === undefined ? null : String(chosen),
        onPick: (count) => onChange(lastDays(Number(count))),
      }}
    />
  );
}
