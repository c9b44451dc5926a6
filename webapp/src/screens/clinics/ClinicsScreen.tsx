import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useBatchLimit } from "@/api/batchLimit";
import { clinicSearchDebounceMs } from "@/api/gen/constants";
import { paths } from "@/app/paths";
import { useListQuery } from "@/lib/list/useListQuery";
import { ModuleBatchActions, nameOf, rowKey } from "@/screens/modules/shared/ModuleBatchActions";
import { ModulePicker } from "@/screens/modules/shared/ModulePicker";
import { ModulesCell } from "@/screens/modules/shared/ModulesCell";
import { type Switch, useModuleNames, useSwitches } from "@/screens/modules/shared/switches";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { useFetchLater } from "@/ui/lazy/useFetchLater";
import { ListScreen } from "@/ui/list/ListScreen";
import { ActionMenu } from "@/ui/menu/ActionMenu";
import { SelectTable } from "@/ui/selection/SelectTable";
import { useSelection } from "@/ui/selection/useSelection";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import type { TableProps } from "@/ui/table/DataTable";
import { ClinicFilterBar } from "./ClinicFilterBar";
import { type Clinic, clinicFilters, readClinics, useClinics, useReloadClinics } from "./clinics";
import { AddHospital } from "./lazyDialogs";

export function ClinicsScreen() {
  const { t } = useTranslation("clinics");
  const query = useListQuery(clinicFilters);
  const list = useClinics(query);
  const { switches, failure } = useSwitches();
  const reloadClinics = useReloadClinics();
  const columns = useColumns(switches, reloadClinics);
  const { values } = query;
  const selection = useSelection({
    list,
    rowKey,
    scope: JSON.stringify(values),
    read: (pages) => readClinics(values, pages),
  });
  // Their place is there until it is known that the platform changes one record at a time.
  const isSelectable = useBatchLimit() !== 0;
  const [adding, setAdding] = useState(false);
  useFetchLater(AddHospital);
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
        kind="clinic"
        search={{ label: t("filters.search"), hint: t("filters.searchHint"), delay: clinicSearchDebounceMs }}
        filters={<ClinicFilterBar query={query} switches={switches} />}
        columns={columns}
        rowKey={rowKey}
        rowLink={(clinic) => paths.clinic({ clinicId: clinic.id })}
        {...(isSelectable && {
          table: (table: TableProps<Clinic>) => <SelectTable {...table} selection={selection} nameOf={nameOf} />,
        })}
        empty={{ none: t("empty"), noMatch: t("noMatch"), noMatchHint: t("noMatchHint") }}
      >
        {failure && <ErrorState text={t("modulesFailed")} {...failure} />}
        {isSelectable && (
          <ModuleBatchActions selection={selection} total={list.total} switches={switches} onSwitched={reloadClinics} />
        )}
      </ListScreen>
      {adding && <AddHospital onClose={() => setAdding(false)} />}
    </>
  );
}

function useColumns(switches: readonly Switch[], reloadClinics: () => Promise<unknown>): Column<Clinic>[] {
  const { t } = useTranslation("clinics");
  const moduleNames = useModuleNames();
  return useMemo(
    () => [
      column.link(
        "name",
        t("columns.name"),
        280,
        ({ name }) => name,
        ({ id }) => paths.clinic({ clinicId: id }),
        { tag: ({ is_hospital }) => is_hospital && { text: t("hospital"), icon: "clinics" } },
      ),
      column.text("location.city", t("columns.city"), 94, ({ location }) => location?.city, {
        below: t("columns.name"),
      }),
      column.text("location.state", t("columns.state"), 94, ({ location }) => location?.state, {
        below: t("columns.name"),
      }),
      column.phone("phone_number", t("columns.phone"), 226, ({ phone_number }) => phone_number, { grow: 1 }),
      column.text("email", t("columns.email"), 180, ({ email }) => email, { copy: true, below: t("columns.phone") }),
      column.custom(
        ["clinic_spec_modules", "ipd_enabled", "surgery_enabled", "abdm_enabled", "care_package_enabled"],
        t("columns.modules"),
        200,
        (clinic) => (
          <ModulesCell clinic={clinic} names={moduleNames(clinic)} switches={switches} onSwitched={reloadClinics} />
        ),
        { grow: 1, bare: true },
      ),
      column.actions(t("columns.picker"), 240, (clinic) => (
        <ModulePicker clinic={clinic} switches={switches} onSwitched={reloadClinics} />
      )),
    ],
    [t, moduleNames, switches, reloadClinics],
  );
}
