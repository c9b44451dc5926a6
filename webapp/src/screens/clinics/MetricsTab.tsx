import { useTranslation } from "react-i18next";
import { formatNumber } from "@/lib/format/numbers";
import { dayOf, formatDay } from "@/lib/time/dates";
import { StatTiles } from "@/ui/display/Stats";
import { Message } from "@/ui/feedback/Message";
import type { ClinicDetail } from "./clinics";

const counts = [
  "total_patient_visits",
  "total_bills",
  "total_careplans",
  "total_lab_referrals",
  "total_pharmacy_referrals",
  "total_doctor_referrals",
] as const;

/** The Metrics tab. */
export function MetricsTab({ clinic: { metrics } }: { clinic: ClinicDetail }) {
  const { t } = useTranslation("clinics");
  if (!metrics) return <Message icon="search" text={t("metrics.empty")} />;
  const visit = metrics.latest_patient_visit;
  return (
    <StatTiles
      tiles={[
        ...counts.map((name) => ({ name: t(`metrics.${name}`), figure: formatNumber(metrics[name]) })),
        { name: t("metrics.latest_patient_visit"), figure: visit ? formatDay(dayOf(visit)) : "-" },
      ]}
    />
  );
}
