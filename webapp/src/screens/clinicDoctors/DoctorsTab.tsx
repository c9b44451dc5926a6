import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { components } from "@/api/gen/schema";
import { paths } from "@/app/paths";
import { displayName } from "@/lib/format/displayName";
import { useGenderLabel } from "@/lib/format/useGenderLabel";
import { Tool, Toolbar } from "@/ui/layout/Toolbar";
import { TableCard } from "@/ui/list/TableCard";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import { AddDoctor } from "./AddDoctor";
import type { DoctorRow } from "./clinicDoctors";

type ClinicDetail = components["schemas"]["ClinicDetail"];

/** The Doctors tab. */
export function DoctorsTab({ clinic }: { clinic: ClinicDetail }) {
  const { t } = useTranslation("clinicDoctors");
  const columns = useColumns(clinic.id);
  const [adding, setAdding] = useState(false);
  return (
    <>
      <Toolbar actions={<Tool main icon="add" text={t("add.open")} onClick={() => setAdding(true)} />} />
      <TableCard
        caption={t("title")}
        columns={columns}
        rows={clinic.doctors_list}
        rowKey={(row) => row.id}
        rowLink={(row) => addressOf(clinic.id, row)}
        empty={t("empty")}
      />
      {adding && <AddDoctor clinicId={clinic.id} onClose={() => setAdding(false)} />}
    </>
  );
}

/** Target of a row (spec: A 2). */
const addressOf = (clinicId: number, { id, doctor }: DoctorRow) =>
  doctor?.id ? paths.doctor({ doctorId: doctor.id, at: { clinicId, clinicDoctorId: id } }) : undefined;

function useColumns(clinicId: number): Column<DoctorRow>[] {
  const { t } = useTranslation("clinicDoctors");
  const genderOf = useGenderLabel();
  return useMemo(
    () => [
      column.link(
        ["doctor.first_name", "doctor.last_name"],
        t("columns.name"),
        260,
        ({ doctor }) => displayName(doctor),
        (row) => addressOf(clinicId, row),
      ),
      column.text("doctor.gender", t("columns.gender"), 120, ({ doctor }) => genderOf(doctor?.gender)),
      column.phone("phone_number", t("columns.phone"), 160, ({ phone_number }) => phone_number),
      column.personStatus("status", t("columns.status"), 140, ({ status }) => status),
    ],
    [t, genderOf, clinicId],
  );
}
