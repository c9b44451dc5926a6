import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { clinicSearchDebounceMs } from "@/api/gen/constants";
import { paths } from "@/app/paths";
import { useListQuery } from "@/lib/useListQuery";
import { ModulePicker } from "@/screens/modules/parts/ModulePicker";
import { type Switch, useModuleNames, useSwitches } from "@/screens/modules/parts/switches";
import { ActionMenu } from "@/ui/ActionMenu";
import { NameLink, NumberText, Text } from "@/ui/cells/cells";
import { Tags } from "@/ui/cells/Tags";
import type { Column } from "@/ui/DataTable";
import { ListScreen } from "@/ui/ListScreen";
import { AddHospital } from "./AddHospital";
import { ClinicFilterBar } from "./ClinicFilterBar";
import { type Clinic, clinicFilters, useClinics, useReloadClinics } from "./clinics";

export function ClinicsScreen() {
  const { t } = useTranslation("clinics");
  const query = useListQuery(clinicFilters);
  const list = useClinics(query.page, query.values);
  const switches = useSwitches();
  const columns = useColumns(switches);
  const [adding, setAdding] = useState(false);
  return (
    <>
      <ListScreen
        title={t("title")}
        actions={
          <ActionMenu
            label={t("add")}
            icon="add"
            intent="primary"
            items={[{ key: "hospital", text: t("addHospital.menu"), icon: "clinics", onSelect: () => setAdding(true) }]}
          />
        }
        query={query}
        list={list}
        search={{ label: t("filters.search"), hint: t("filters.searchHint"), delay: clinicSearchDebounceMs }}
        filters={<ClinicFilterBar query={query} switches={switches} />}
        columns={columns}
        rowKey={(clinic) => clinic.id}
        rowLink={(clinic) => paths.clinic({ clinicId: clinic.id })}
        empty={{ none: t("empty"), noMatch: t("noMatch"), noMatchHint: t("noMatchHint") }}
      />
      {adding && <AddHospital onClose={() => setAdding(false)} />}
    </>
  );
}

function useColumns(switches: readonly Switch[]): Column<Clinic>[] {
  const { t } = useTranslation("clinics");
  const moduleNames = useModuleNames();
  const reloadClinics = useReloadClinics();
  return useMemo(
    () => [
      {
        key: "name",
        header: t("columns.name"),
        width: 180,
        cell: (clinic) => (
          <NameLink
            to={paths.clinic({ clinicId: clinic.id })}
            name={clinic.name}
            tag={clinic.is_hospital && { text: t("hospital"), icon: "clinics" }}
          />
        ),
      },
      { key: "email", header: t("columns.email"), width: 112, cell: ({ email }) => <Text value={email} soft /> },
      {
        key: "phone",
        header: t("columns.phone"),
        width: 108,
        cell: ({ phone_number }) => <NumberText value={phone_number} />,
      },
      { key: "city", header: t("columns.city"), width: 84, cell: ({ location }) => <Text value={location?.city} /> },
      { key: "state", header: t("columns.state"), width: 94, cell: ({ location }) => <Text value={location?.state} /> },
      {
        key: "modules",
        header: t("columns.modules"),
        width: 200,
        cell: (clinic) => <Tags names={moduleNames(clinic)} />,
      },
      {
        key: "picker",
        header: t("columns.picker"),
        width: 230,
        actions: true,
        cell: (clinic) => <ModulePicker clinic={clinic} switches={switches} onSwitched={reloadClinics} />,
      },
    ],
    [t, moduleNames, switches, reloadClinics],
  );
}
