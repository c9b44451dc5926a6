import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { components } from "@/api/gen/schema";
import { NumberText, Text } from "@/ui/cells/cells";
import { PersonStatus } from "@/ui/cells/PersonStatus";
import type { Column } from "@/ui/DataTable";
import { TableCard } from "@/ui/TableCard";
import type { ClinicDetail } from "./clinics";

type StaffMember = components["schemas"]["StaffMember"];

/** The Staff tab. */
export function StaffTab({ clinic }: { clinic: ClinicDetail }) {
  const { t } = useTranslation("clinics");
  const columns = useMemo(
    (): Column<StaffMember>[] => [
      { key: "name", header: t("staff.name"), width: 260, cell: ({ name }) => <Text value={name} /> },
      {
        key: "phone",
        header: t("staff.phone"),
        width: 160,
        cell: ({ phone_number }) => <NumberText value={phone_number} />,
      },
      { key: "status", header: t("staff.status"), width: 140, cell: ({ status }) => <PersonStatus status={status} /> },
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
