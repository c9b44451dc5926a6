import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { clinicSearchDebounceMs } from "@/api/gen/constants";
import { paths } from "@/app/paths";
import { useListQuery } from "@/lib/useListQuery";
import { ModulePicker } from "@/screens/modules/parts/ModulePicker";
import { ModulesCell } from "@/screens/modules/parts/ModulesCell";
import { type Switch, useModuleNames, useSwitches } from "@/screens/modules/parts/switches";
import { ActionMenu } from "@/ui/ActionMenu";
import { column } from "@/ui/columns";
import type { Column } from "@/ui/DataTable";
import { FailedPart } from "@/ui/FailedPart";
import { ListScreen } from "@/ui/ListScreen";
import { AddHospital } from "./AddHospital";
import { ClinicFilterBar } from "./ClinicFilterBar";
import { type Clinic, clinicFilters, useClinics, useReloadClinics } from "./clinics";

export function ClinicsScreen() {
  const { t } = useTranslation("clinics");
  const query = useListQuery(clinicFilters);
  const list = useClinics(query);
  const { switches, ...modules } = useSwitches();
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
      >
        {modules.failed && (
          <FailedPart text={t("modulesFailed")} error={modules.failed} busy={modules.busy} onRetry={modules.retry} />
        )}
      </ListScreen>
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
      column.link(
        t("columns.name"),
        280,
        ({ name }) => name,
        ({ id }) => paths.clinic({ clinicId: id }),
        { tag: ({ is_hospital }) => is_hospital && { text: t("hospital"), icon: "clinics" } },
      ),
      column.text(t("columns.city"), 94, ({ location }) => location?.city, { below: t("columns.name") }),
      column.text(t("columns.state"), 94, ({ location }) => location?.state, { below: t("columns.name") }),
      column.phone(t("columns.phone"), 226, ({ phone_number }) => phone_number, { grow: 1 }),
      column.text(t("columns.email"), 180, ({ email }) => email, { copy: true, below: t("columns.phone") }),
      {
        header: t("columns.modules"),
        width: 200,
        grow: 1,
        bare: true,
        value: moduleNames,
        cell: (clinic) => (
          <ModulesCell clinic={clinic} names={moduleNames(clinic)} switches={switches} onSwitched={reloadClinics} />
        ),
      },
      column.actions(t("columns.picker"), 240, (clinic) => (
        <ModulePicker clinic={clinic} switches={switches} onSwitched={reloadClinics} />
      )),
    ],
    [t, moduleNames, switches, reloadClinics],
  );
}
