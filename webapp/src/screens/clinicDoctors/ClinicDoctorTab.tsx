import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { hasStatus } from "@/api/errors";
import type { components } from "@/api/gen/schema";
import { useRecord } from "@/api/hooks";
import { NotFound } from "@/app/NotFound";
import type { DoctorAddress } from "@/app/paths";
import { displayName } from "@/lib/format/displayName";
import { formatNumber, formatRupees } from "@/lib/format/numbers";
import { useGenderLabel } from "@/lib/format/useGenderLabel";
import { DoctorsWeek } from "@/screens/schedules/shared/DoctorsWeek";
import { Schedules } from "@/screens/schedules/shared/Schedules";
import { Detail } from "@/ui/cells/cells";
import { Picture } from "@/ui/cells/Picture";
import { TagCloud } from "@/ui/cells/Tags";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Panel, Panels } from "@/ui/layout/DetailScreen";
import { Tool } from "@/ui/layout/Toolbar";
import { TabSkeleton } from "@/ui/lazy/PageSkeleton";
import type { ClinicDoctor } from "./clinicDoctors";
import { EditClinicDoctor } from "./EditClinicDoctor";
import { missingFields } from "./formValues";

interface Props {
  doctor: components["schemas"]["DoctorProfile"];
  at: DoctorAddress["at"];
  clinic: string | undefined;
  /** Opened to complete the education (B-6). */
  education: boolean;
}

/** The Clinic doctor profile tab: the doctor's data at the clinic of the address. */
export function ClinicDoctorTab({ doctor, at, clinic, education }: Props) {
  const { t } = useTranslation("clinicDoctors");
  const { data, error, failure } = useRecord(
    "/clinics/{clinic_id}/clinic_doctors/{clinic_doctor_id}",
    at ? { path: { clinic_id: at.clinicId, clinic_doctor_id: at.clinicDoctorId } } : null,
    ({ data }) => data.clinic_doctor.doctor,
  );
  if (!at || hasStatus(error, 404)) return <NotFound />;
  if (failure) return <ErrorState text={t("details.failed")} {...failure} />;
  if (!data) return <TabSkeleton />;
  const { clinic_doctor: record } = data.data;
  // The address also names the doctor, who must match the record.
  if (record.doctor.id !== doctor.id) return <NotFound />;
  return (
    <>
      <Profile record={record} clinicId={at.clinicId} clinic={clinic} education={education} />
      <Schedules record={record} clinicId={at.clinicId} />
      <DoctorsWeek doctorId={doctor.id} />
    </>
  );
}

interface ProfileProps {
  record: ClinicDoctor;
  clinicId: number;
  clinic: string | undefined;
  education: boolean;
}
function Profile({ record, clinicId, clinic, education }: ProfileProps) {
  const { t } = useTranslation("clinicDoctors");
  const { t: common } = useTranslation();
  const genderOf = useGenderLabel();
  const [editing, setEditing] = useState(false);
  const { doctor, fees, telemedicine_fees, photo } = record;
  const others = doctor.other_specialities.map(({ name }) => name);
  const money = (amount: number | null) => amount !== null && formatRupees(amount);
  return (
    <Panels>
      <Panel
        title={t("details.about")}
        action={<Tool icon="edit" text={t("edit.open")} onClick={() => setEditing(true)} />}
      >
        <dl>
          <Detail name={t("columns.name")}>{displayName(doctor)}</Detail>
          <Detail name={t("columns.gender")}>{genderOf(doctor.gender)}</Detail>
          <Detail name={t("details.speciality")}>{doctor.speciality}</Detail>
          <Detail name={t("details.otherSpecialities")}>{others.length > 0 && <TagCloud names={others} />}</Detail>
          <Detail name={t("details.education")}>
            <Arrival at={education}>{doctor.education || "-"}</Arrival>
          </Detail>
          <Detail name={t("details.experience")}>
            {doctor.exp !== null && t("details.years", { count: doctor.exp, years: formatNumber(doctor.exp) })}
          </Detail>
          <Detail name={t("add.patientsPerHour")}>
            {doctor.patients_per_hour !== null && formatNumber(doctor.patients_per_hour)}
          </Detail>
          <Detail name={t("details.registration")}>{doctor.reg_nbr}</Detail>
          <Detail name={t("details.verified")}>{t(doctor.verified ? "details.yes" : "details.no")}</Detail>
        </dl>
      </Panel>
      <Panel title={clinic ? t("details.atNamedClinic", { clinic }) : t("details.atClinic")}>
        <dl>
          <Detail name={t("details.photo")}>
            {photo && <Picture address={photo} open={common("picture.open")} download={common("picture.download")} />}
          </Detail>
          <Detail name={t("details.paid")}>{money(fees)}</Detail>
          <Detail name={t("details.paidTelemedicine")}>{money(telemedicine_fees)}</Detail>
          <Detail name={t("details.telemedicine")}>
            <Telemedicine record={record} />
          </Detail>
        </dl>
      </Panel>
      {editing && (
        <EditClinicDoctor record={record} clinicId={clinicId} clinic={clinic} onClose={() => setEditing(false)} />
      )}
    </Panels>
  );
}

/** State of video consultations, and missing requirements. */
function Telemedicine({ record }: { record: ClinicDoctor }) {
  const { t } = useTranslation("clinicDoctors");
  const missing = missingFields(record).map((name) => t(`details.missing.${name}`));
  return (
    <>
      {t(record.telemedicine_setup ? "details.ready" : "details.notReady")}
      {!record.telemedicine_setup && missing.length > 0 && (
        <p className="soft">{t("details.isMissing", { names: missing.join(", ") })}</p>
      )}
    </>
  );
}

/** Text that gets the focus on arrival if the user came for it. */
function Arrival({ at, children }: { at: boolean; children: string }) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (at) place.current?.focus();
  }, [at]);
  return (
    <span ref={place} {...(at && { tabIndex: -1 })}>
      {children}
    </span>
  );
}
