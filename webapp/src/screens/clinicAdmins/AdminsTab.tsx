import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { components } from "@/api/gen/schema";
import { useListQuery } from "@/lib/list/useListQuery";
import { useDelete } from "@/ui/action/useDelete";
import { Tool, Toolbar } from "@/ui/layout/Toolbar";
import { ListCard } from "@/ui/list/ListCard";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import { CreateAdmin } from "./CreateAdmin";
import { type Admin, deleteAdminRequest, useAdmins } from "./clinicAdmins";

type ClinicDetail = components["schemas"]["ClinicDetail"];

/** The Admins tab. */
export function AdminsTab({ clinic }: { clinic: ClinicDetail }) {
  const { t } = useTranslation("clinicAdmins");
  const { t: common } = useTranslation();
  const pages = useListQuery();
  const list = useAdmins(clinic.id, pages);
  const [creating, setCreating] = useState(false);
  const deletion = useDelete<Admin>({
    title: ({ name }) => t("delete.title", { name }),
    ask: t("delete.ask"),
    yes: t("delete.yes"),
    no: common("cancel"),
    call: "DeleteClinicAdmin",
    toRequest: ({ id }) => deleteAdminRequest(clinic.id, id),
    done: t("delete.deleted"),
    nameOf: ({ name }) => name,
    list,
    pages,
  });
  const columns = useColumns(deletion.ask);
  return (
    <>
      <Toolbar actions={<Tool main icon="add" text={t("create.title")} onClick={() => setCreating(true)} />} />
      <ListCard
        caption={t("title")}
        list={list}
        pages={pages}
        columns={columns}
        rowKey={(admin) => admin.id}
        empty={{ text: t("empty") }}
      />
      {creating && <CreateAdmin clinicId={clinic.id} onCreated={list.reload} onClose={() => setCreating(false)} />}
      {deletion.dialog}
    </>
  );
}

function useColumns(onDelete: (admin: Admin) => void): Column<Admin>[] {
  const { t } = useTranslation("clinicAdmins");
  return useMemo(
    () => [
      column.text("name", t("columns.name"), 220, ({ name }) => name),
      column.phone("phone_number", t("columns.phone"), 140, ({ phone_number }) => phone_number),
      column.text("email", t("columns.email"), 240, ({ email }) => email, { soft: true, copy: true }),
      column.personStatus("status", t("columns.status"), 120, ({ status }) => status),
      column.buttons(t("columns.actions"), 72, (admin) => [
        { icon: "delete", label: t("delete.action", { name: admin.name }), onClick: () => onDelete(admin) },
      ]),
    ],
    [t, onDelete],
  );
}
