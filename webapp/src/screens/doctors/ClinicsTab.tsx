import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "@/app/paths";
import { labelOf } from "@/lib/format/labels";
import { DoctorsWeek } from "@/screens/schedules/shared/DoctorsWeek";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { TabSkeleton } from "@/ui/lazy/PageSkeleton";
import { TableCard } from "@/ui/list/TableCard";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import type { DoctorTabProps } from "./DoctorScreen";
import type { ClinicOfDoctor } from "./doctors";

const clinicOf = ({ id }: ClinicOfDoctor) => paths.clinic({ clinicId: id });

/** The Clinics tab: the doctor's clinics, with links to the clinic doctor profiles. */
export function ClinicsTab({ doctor: { id }, clinics }: DoctorTabProps) {
  const { t } = useTranslation("doctors");
  const { data, failure } = clinics;
  const columns = useColumns(id);
  if (failure) return <ErrorState text={t("failed")} {...failure} />;
  if (!data) return <TabSkeleton />;
  return (
    <>
      <TableCard
        caption={t("details.tabs.clinics")}
        columns={columns}
        rows={data.data.doctor.clinics}
        rowKey={(clinic) => clinic.id}
        rowLink={clinicOf}
        empty={t("noClinics")}
      />
      <DoctorsWeek doctorId={id} />
    </>
  );
}

function useColumns(doctorId: number): Column<ClinicOfDoctor>[] {
  const { t } = useTranslation("doctors");
  return useMemo(() => {
    const roles = t("roles", { returnObjects: true });
    return [
      column.number("id", t("columns.id"), 90, ({ id }) => String(id)),
      column.link("name", t("columns.clinic"), 300, ({ name }) => name, clinicOf, { heading: true }),
      column.phone("phone_number", t("columns.phone"), 140, ({ phone_number }) => phone_number),
      column.text("role", t("columns.role"), 120, ({ role }) => labelOf(roles, role)),
      column.link(
        "clinic_doctor_id",
        t("details.tabs.clinic-doctor"),
        200,
        ({ clinic_doctor_id }) => (clinic_doctor_id ? t("openClinicDoctor") : null),
        ({ id, clinic_doctor_id: clinicDoctorId }) =>
          clinicDoctorId
            ? paths.doctor({ doctorId, at: { clinicId: id, clinicDoctorId }, tab: "clinic-doctor" })
            : undefined,
      ),
    ];
  }, [t, doctorId]);
}
