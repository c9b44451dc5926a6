import { useTranslation } from "react-i18next";
import { type DoctorAddress, type DoctorTab, paths } from "@/app/paths";
import { formatNumber } from "@/lib/format/numbers";
import { dayOf, formatDay } from "@/lib/time/dates";
import { StatusTag } from "@/ui/cells/StatusTag";
import { KeyFigures } from "@/ui/display/KeyFigures";
import type { DoctorProfile } from "./doctors";

interface Props {
  doctor: DoctorProfile;
  at: DoctorAddress["at"];
  /** Number of clinics: undefined while it loads, null if it failed to load. */
  clinics: number | null | undefined;
}

/** Key figures of a doctor: what a verification needs, and the clinics. */
export function DoctorSummary({ doctor, at, clinics }: Props) {
  const { t } = useTranslation("doctors");
  const to = (tab: DoctorTab) => paths.doctor({ doctorId: doctor.id, at, tab });
  const profile = to("basic-details");
  const missing = <StatusTag tone="waiting" text={t("summary.missing")} />;
  const count = clinics === undefined ? undefined : clinics === null ? "-" : formatNumber(clinics);
  return (
    <KeyFigures
      figures={[
        { text: t("details.tabs.clinics"), to: to("clinics"), value: count },
        { text: t("columns.registration"), to: profile, value: doctor.reg_nbr ?? "", note: !doctor.reg_nbr && missing },
        {
          text: t("summary.certificate"),
          to: profile,
          value: doctor.certificate ? t("summary.added") : "",
          note: !doctor.certificate && missing,
        },
        {
          text: t("summary.verified"),
          to: profile,
          value: doctor.verified_at ? formatDay(dayOf(doctor.verified_at)) : "-",
        },
      ]}
    />
  );
}
