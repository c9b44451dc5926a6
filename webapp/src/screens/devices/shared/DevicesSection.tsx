import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { deviceTypes } from "@/api/gen/constants";
import { labelOf } from "@/lib/format/labels";
import { plural } from "@/lib/format/numbers";
import { useLocalPage } from "@/lib/list/useLocalPage";
import { useConfirmedAction } from "@/ui/action/useAction";
import { useDelete } from "@/ui/action/useDelete";
import { FilterSelect } from "@/ui/filters/FilterSelect";
import { Section } from "@/ui/layout/DetailScreen";
import { Tool, Toolbar } from "@/ui/layout/Toolbar";
import { ListCard } from "@/ui/list/ListCard";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import { type Device, type DeviceType, deleteAllDevicesRequest, deleteDeviceRequest, useDevices } from "./devices";

interface Props {
  user: { id: number; name: string };
}

/** The devices of a user: filter by type, delete one or all (B 2). */
export function DevicesSection({ user }: Props) {
  const { t } = useTranslation("devices");
  const [type, setType] = useState<DeviceType>("");
  const pages = useLocalPage(`${user.id} ${type}`);
  const list = useDevices(user.id, pages, type);
  const appOf = useAppName();
  const deletion = useDelete<Device>({
    title: (device) => t("delete.title", { app: appOf(device) }),
    ask: t("delete.ask"),
    note: t("delete.note"),
    call: "DeleteDevice",
    toRequest: ({ id }) => deleteDeviceRequest(user.id, id),
    done: t("delete.deleted"),
    fallback: t("serverError"),
    list,
    pages,
  });
  const columns = useColumns(deletion.ask);
  const typeName = type && t(`types.${type}`);
  const clearing = useConfirmedAction({
    title: t(type ? "deleteAll.titleType" : "deleteAll.title", { name: user.name, type: typeName }),
    ask: t("deleteAll.ask"),
    note: t(type ? "deleteAll.noteType" : "deleteAll.note", {
      ...plural(list.total),
      type: typeName,
    }),
    call: "DeleteAllDevices",
    toRequest: () => deleteAllDevicesRequest(user.id, type),
    done: t("deleteAll.deleted"),
    // The server's message, else 'Server error' (B-51).
    fallback: t("serverError"),
    reload: list.reload,
  });
  return (
    <Section title={t("title")}>
      <Toolbar
        actions={list.total > 0 && <Tool icon="delete" text={t("deleteAll.action")} onClick={() => clearing.ask()} />}
      >
        <FilterSelect
          label={t("columns.type")}
          value={type}
          orAll
          options={deviceTypes.map((value) => ({ value, label: t(`types.${value}`) }))}
          onChange={(value) => setType(deviceTypes.find((deviceType) => deviceType === value) ?? "")}
        />
      </Toolbar>
      <ListCard
        caption={t("title")}
        list={list}
        pages={pages}
        columns={columns}
        rowKey={({ id }) => id}
        empty={type ? { text: t("noMatch") } : { text: t("empty") }}
      />
      {deletion.dialog}
      {clearing.dialog}
    </Section>
  );
}

/** Name of a device's app in the user's language, with its version. */
function useAppName() {
  const { t } = useTranslation("devices");
  return useCallback(
    ({ app_type, app_version }: Device) =>
      [labelOf(t("apps", { returnObjects: true }), app_type), app_version].filter(Boolean).join(" "),
    [t],
  );
}

function useColumns(onDelete: (device: Device) => void): Column<Device>[] {
  const { t } = useTranslation("devices");
  const appOf = useAppName();
  return useMemo(() => {
    const types = t("types", { returnObjects: true });
    const apps = t("apps", { returnObjects: true });
    return [
      column.text("app_type", t("columns.app"), 110, ({ app_type }) => labelOf(apps, app_type)),
      column.text("app_version", t("columns.appVersion"), 110, ({ app_version }) => app_version),
      column.text("device_type", t("columns.type"), 110, ({ device_type }) => labelOf(types, device_type)),
      column.text("device_version", t("columns.version"), 130, ({ device_version }) => device_version),
      column.moment("created_at", t("columns.created"), 170, ({ created_at }) => created_at),
      column.moment("updated_at", t("columns.updated"), 170, ({ updated_at }) => updated_at),
      column.buttons(t("columns.actions"), 64, (device) => [
        { icon: "delete", label: t("delete.action", { app: appOf(device) }), onClick: () => onDelete(device) },
      ]),
    ];
  }, [t, appOf, onDelete]);
}
