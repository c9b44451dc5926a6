import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { components } from "@/api/gen/schema";
import { TableCard } from "@/ui/list/TableCard";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import type { ClinicDetail } from "./clinics";

type StaffMember = components["schemas"]["StaffMember"];

/** The Staff tab. */
export function StaffTab({ clinic }: { clinic: ClinicDetail }) {
  const { t } = useTranslation("clinics");
  const columns = useMemo(
    (): Column<StaffMember>[] => [
      column.text("name", t("staff.name"), 260, ({ name }) => name),
      column.phone("phone_number", t("staff.phone"), 160, ({ phone_number }) => phone_number),
      column.personStatus("status", t("staff.status"), 140, ({ status }) => status),
    ],
    [t],
  );
  return (
    <TableCard
      caption={t("staff.title")}
      columns={columns}
      rows={clinic.clinic_staff}
      rowKey={(member) => member.id}
      empty={t("staff.empty")}
    />
  );
}
