import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { doctorStatus } from "@/api/gen/choices";
import { paths } from "@/app/paths";
import { useListQuery } from "@/lib/list/useListQuery";
import { FilterSelect } from "@/ui/filters/FilterSelect";
import { ListScreen } from "@/ui/list/ListScreen";
import { listTexts } from "@/ui/list/listTexts";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import { type Doctor, doctorFilters, useDoctors } from "./doctors";

const addressOf = ({ id }: Doctor) => paths.doctor({ doctorId: id });

/** List of all doctors of the platform. */
export function DoctorsScreen() {
  const { t } = useTranslation("doctors");
  const query = useListQuery(doctorFilters);
  const columns = useColumns();
  return (
    <ListScreen
      {...listTexts(t)}
      query={query}
      list={useDoctors(query)}
      kind="doctor"
      filters={
        <FilterSelect
          label={t("columns.status")}
          options={doctorStatus.map((status) => ({ value: status, label: t(`statuses.${status}`) }))}
          {...query.choiceOf("status")}
        />
      }
      columns={columns}
      rowKey={({ id }) => id}
      rowLink={addressOf}
      failed={t("failed")}
    />
  );
}

function useColumns(): Column<Doctor>[] {
  const { t } = useTranslation("doctors");
  return useMemo(
    () => [
      column.link("name", t("columns.name"), 220, ({ name }) => name, addressOf),
      column.phone("phone_number", t("columns.phone"), 140, ({ phone_number }) => phone_number),
      column.text("speciality", t("columns.speciality"), 180, ({ speciality }) => speciality),
      column.text("reg_nbr", t("columns.registration"), 140, ({ reg_nbr }) => reg_nbr),
      column.personStatus("status", t("columns.status"), 130, ({ status }) => status),
      column.status("verified", t("columns.verified"), 130, ({ verified }) => ({
        text: t(verified ? "statuses.verified" : "statuses.unverified"),
        tone: verified ? "good" : "neutral",
      })),
    ],
    [t],
  );
}
