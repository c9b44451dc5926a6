import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { ApiError } from "@/api/errors";
import type { components } from "@/api/gen/schema";
import { useRecord } from "@/api/hooks";
import { NotFound } from "@/app/NotFound";
import { type DoctorTab, doctorTabs, paths } from "@/app/paths";
import { nameOf } from "@/lib/names";
import { grouped, rupees } from "@/lib/numbers";
import { idOf } from "@/lib/routeIds";
import { useGender } from "@/lib/useGender";
import { Detail } from "@/ui/cells/cells";
import { TagCloud } from "@/ui/cells/Tags";
import { DetailScreen, Panel, Panels } from "@/ui/DetailScreen";
import { FailedScreen } from "@/ui/FailedScreen";
import { PageSkeleton } from "@/ui/PageSkeleton";

type ClinicDoctor = components["schemas"]["ClinicDoctor"];

/** A doctor, as the clinic they were opened from knows them. */
export function DoctorScreen() {
  const { t } = useTranslation("clinicDoctors");
  const { doctorId, clinicId, clinicDoctorId, tab = "" } = useParams();
  const [doctor, clinic, clinicDoctor] = [idOf(doctorId), idOf(clinicId), idOf(clinicDoctorId)];
  const whole = doctor !== null && clinic !== null && clinicDoctor !== null;
  const { data, error, isValidating, mutate } = useRecord(
    "/clinics/{clinic_id}/clinic_doctors/{clinic_doctor_id}",
    whole ? { path: { clinic_id: clinic, clinic_doctor_id: clinicDoctor } } : null,
    ({ data }) => data.clinic_doctor.doctor,
  );
  if (!whole || (error instanceof ApiError && error.status === 404)) return <NotFound />;
  const title = t("details.title");
  if (error) return <FailedScreen title={title} error={error} busy={isValidating} onRetry={() => void mutate()} />;
  if (!data) return <PageSkeleton />;
  const { clinic_doctor: record } = data.data;
  // The address names the doctor as well; one that belongs to another record is no address of ours.
  if (record.doctor.id !== doctor) return <NotFound />;
  const address = { doctorId: doctor, clinicId: clinic, clinicDoctorId: clinicDoctor };
  return (
    <DetailScreen
      title={title}
      name={nameOf(record.doctor)}
      parent={{ text: t("title"), to: paths.clinic({ clinicId: clinic, tab: "doctors" }) }}
      tabs={doctorTabs.map((key: DoctorTab) => ({
        key,
        text: t(`details.tabs.${key}`),
        to: paths.doctor({ ...address, tab: key }),
      }))}
      tab={tab}
    >
      <Profile record={record} />
    </DetailScreen>
  );
}

function Profile({ record }: { record: ClinicDoctor }) {
  const { t } = useTranslation("clinicDoctors");
  const genderOf = useGender();
  const { doctor, fees, telemedicine_fees } = record;
  const others = doctor.other_specialities.map(({ name }) => name);
  const money = (amount: number | null) => amount !== null && rupees(amount);
  return (
    <Panels>
      <Panel title={t("details.about")}>
        <dl>
          <Detail name={t("columns.name")}>{nameOf(doctor)}</Detail>
          <Detail name={t("columns.gender")}>{genderOf(doctor.gender)}</Detail>
          <Detail name={t("details.speciality")}>{doctor.speciality}</Detail>
          <Detail name={t("details.otherSpecialities")}>{others.length > 0 && <TagCloud names={others} />}</Detail>
          <Detail name={t("details.education")}>{doctor.education}</Detail>
          <Detail name={t("details.experience")}>
            {doctor.exp !== null && t("details.years", { count: doctor.exp, years: grouped(doctor.exp) })}
          </Detail>
          <Detail name={t("details.registration")}>{doctor.reg_nbr}</Detail>
          <Detail name={t("details.verified")}>{t(doctor.verified ? "details.yes" : "details.no")}</Detail>
        </dl>
      </Panel>
      <Panel title={t("details.atClinic")}>
        <dl>
          <Detail name={t("add.fees")}>{money(fees)}</Detail>
          <Detail name={t("details.telemedicineFees")}>{money(telemedicine_fees)}</Detail>
          <Detail name={t("details.telemedicine")}>
            {t(record.telemedicine_setup ? "details.ready" : "details.notReady")}
          </Detail>
          <Detail name={t("add.patientsPerHour")}>
            {doctor.patients_per_hour !== null && grouped(doctor.patients_per_hour)}
          </Detail>
        </dl>
      </Panel>
    </Panels>
  );
}
