import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { pageSizes } from "@/api/gen/constants";
import { send } from "@/api/mutation";
import { formatNumber } from "@/lib/format/numbers";
import { noFilters, useListQuery } from "@/lib/list/useListQuery";
import { useDelete } from "@/ui/action/useDelete";
import { toast } from "@/ui/feedback/toast";
import { Tool } from "@/ui/layout/Toolbar";
import { ListScreen } from "@/ui/list/ListScreen";
import { MoveToPosition } from "@/ui/reorder/MoveToPosition";
import { ReorderTable } from "@/ui/reorder/ReorderTable";
import { useReorder } from "@/ui/reorder/useReorder";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import { CityForm } from "./CityForm";
import { type CareCity, deleteCityRequest, moveCityRequest, useCareCities } from "./careCities";

const choices = { sizes: pageSizes };
type Asked = { what: "edit"; city: CareCity | null } | { what: "move"; city: CareCity };

/** Care cities in the order that patients see (B 2). */
export function CareCitiesScreen() {
  const { t } = useTranslation("careCities");
  const query = useListQuery(noFilters, choices);
  const before = (query.page - 1) * query.perpage;
  const { list, move } = useReorder({
    list: useCareCities(query),
    placed: (city, at) => ({ ...city, order_number: before + at + 1 }),
    send: (city, to) => send(moveCityRequest(city, before + to + 1)),
    onSaved: ({ name }) => toast.success(t("moved"), { record: name }),
  });
  const [dialog, setDialog] = useState<Asked | null>(null);
  const deletion = useDelete<CareCity>({
    title: ({ name }) => t("delete.title", { name }),
    ask: t("delete.ask"),
    call: "DeleteCareCity",
    toRequest: deleteCityRequest,
    done: t("delete.deleted"),
    nameOf: ({ name }) => name,
    list,
    pages: query,
  });
  const columns = useColumns(setDialog, deletion.ask);
  const close = () => setDialog(null);
  return (
    <>
      <ListScreen
        title={t("title")}
        actions={<Tool main icon="add" text={t("form.add")} onClick={() => setDialog({ what: "edit", city: null })} />}
        query={query}
        list={list}
        kind="care_city"
        failed={t("failed")}
        columns={columns}
        rowKey={({ id }) => id}
        table={(table) => (
          <ReorderTable {...table} nameOf={({ name }) => name} before={before} total={list.total} onMove={move} />
        )}
        empty={{ none: t("empty") }}
      />
      {dialog?.what === "edit" && <CityForm city={dialog.city} onSaved={list.reload} onClose={close} />}
      {dialog?.what === "move" && (
        <MoveToPosition
          name={dialog.city.name}
          place={dialog.city.order_number}
          total={list.total}
          call="UpdateCareCity"
          toRequest={(place) => moveCityRequest(dialog.city, place)}
          onMoved={() => {
            toast.success(t("moved"), { record: dialog.city.name });
            void list.reload();
          }}
          onClose={close}
        />
      )}
      {deletion.dialog}
    </>
  );
}

function useColumns(open: (dialog: Asked) => void, onDelete: (city: CareCity) => void): Column<CareCity>[] {
  const { t } = useTranslation("careCities");
  const { t: reorder } = useTranslation("reorder");
  return useMemo(() => {
    const degrees = (value: number | null) => value?.toFixed(4);
    return [
      column.text("name", t("columns.name"), 240, ({ name }) => name),
      column.figure("latitude", t("columns.latitude"), 110, ({ latitude }) => degrees(latitude)),
      column.figure("longitude", t("columns.longitude"), 110, ({ longitude }) => degrees(longitude)),
      column.figure("order_number", t("columns.order"), 110, ({ order_number }) => formatNumber(order_number)),
      column.buttons(t("columns.actions"), 132, (city) => [
        {
          icon: "move",
          label: reorder("moveTo.action", { name: city.name }),
          onClick: () => open({ what: "move", city }),
        },
        { icon: "edit", label: t("form.action", { name: city.name }), onClick: () => open({ what: "edit", city }) },
        { icon: "delete", label: t("delete.action", { name: city.name }), onClick: () => onDelete(city) },
      ]),
    ];
  }, [t, reorder, open, onDelete]);
}
