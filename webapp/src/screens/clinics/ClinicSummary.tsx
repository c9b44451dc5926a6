import { useTranslation } from "react-i18next";
import { type ClinicTab, paths } from "@/app/paths";
import { formatNumber, formatRupees } from "@/lib/format/numbers";
import { formatDay } from "@/lib/time/dates";
import { StatusTag } from "@/ui/cells/StatusTag";
import { type KeyFigure, KeyFigures } from "@/ui/display/KeyFigures";
import type { ClinicDetail, ClinicFigures } from "./clinics";

interface Fact extends Pick<KeyFigure, "value" | "note"> {
  key: "modules" | "people" | "visit" | "payments" | "bank" | "followUps";
  tab: ClinicTab;
}
interface Props {
  clinic: ClinicDetail;
  /** Undefined while they load, null if they failed to load. */
  figures: ClinicFigures | null | undefined;
}

/** Key figures of a clinic. */
export function ClinicSummary({ clinic, figures }: Props) {
  const { t } = useTranslation("clinics", { keyPrefix: "summary" });
  const facts = useFacts(clinic, figures);
  return (
    <KeyFigures
      figures={facts.map(({ key, tab, value, note }) => ({
        text: t(key),
        to: paths.clinic({ clinicId: clinic.id, tab }),
        value,
        note,
      }))}
    />
  );
}

/**
 * The figures of the clinic itself are there at once. The others are left out if the account may not read them or the
 * platform does not return them.
 */
function useFacts(clinic: ClinicDetail, figures: ClinicFigures | null | undefined): Fact[] {
  const { t } = useTranslation("clinics", { keyPrefix: "summary" });
  const { modules_on: on, modules_total: total, doctors_unverified: unverified } = figures ?? {};
  const { payments, follow_ups: followUps } = figures ?? {};
  const visit = clinic.metrics?.latest_patient_visit;
  const isMissing = (figure: unknown) => figures !== undefined && figure == null;
  const people = [figures?.doctors ?? clinic.doctors_list.length, figures?.staff ?? clinic.clinic_staff.length];
  const facts: (Fact | false)[] = [
    !isMissing(on) && {
      key: "modules",
      tab: "basic-details",
      value: figures ? t("on", { on: formatNumber(on ?? 0), total: formatNumber(total ?? 0) }) : undefined,
    },
    {
      key: "people",
      tab: "doctors",
      value: people.map(formatNumber).join(" · "),
      note: !!unverified && (
        <StatusTag tone="waiting" text={t("unverified", { formatted: formatNumber(unverified) })} />
      ),
    },
    { key: "visit", tab: "metrics", value: visit ? formatDay(visit) : "-" },
    !isMissing(payments) && {
      key: "payments",
      tab: "payments",
      value: payments ? formatRupees(payments.recent_amount) : undefined,
      note: !!payments?.recent_failed && (
        <StatusTag tone="bad" text={t("failedPayments", { formatted: formatNumber(payments.recent_failed) })} />
      ),
    },
    {
      key: "bank",
      tab: "bank-details",
      value: t((figures?.has_bank_details ?? !!clinic.bank_details) ? "added" : "notAdded"),
    },
    !isMissing(followUps) && {
      key: "followUps",
      tab: "timeline",
      value: followUps ? formatNumber(followUps.open) : undefined,
      note: followUps?.next_due && <small>{t("due", { day: formatDay(followUps.next_due) })}</small>,
    },
  ];
  return facts.filter((fact) => fact !== false);
}
