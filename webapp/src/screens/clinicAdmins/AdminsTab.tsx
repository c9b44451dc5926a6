import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, isSilent } from "@/api/errors";
import type { components } from "@/api/gen/schema";
import { useListQuery } from "@/lib/useListQuery";
import { useOnce } from "@/lib/useOnce";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { NumberText, Text } from "@/ui/cells/cells";
import { PersonStatus } from "@/ui/cells/PersonStatus";
import type { Column } from "@/ui/DataTable";
import { IconButton } from "@/ui/IconButton";
import { ListCard } from "@/ui/ListCard";
import { notify } from "@/ui/notify";
import { Tool, Toolbar } from "@/ui/Toolbar";
import { CreateAdmin } from "./CreateAdmin";
import { type Admin, deleteAdmin, useAdmins, useReloadAdmins } from "./clinicAdmins";

type ClinicDetail = components["schemas"]["ClinicDetail"];

const noFilters = {};

/** The Admins tab. */
export function AdminsTab({ clinic }: { clinic: ClinicDetail }) {
  const { t } = useTranslation("clinicAdmins");
  const { t: common } = useTranslation();
  const { page, goTo } = useListQuery(noFilters);
  const list = useAdmins(clinic.id, page);
  const reload = useReloadAdmins();
  const [creating, setCreating] = useState(false);
  const [leaving, setLeaving] = useState<Admin | null>(null);
  const columns = useColumns(setLeaving);

  const remove = useOnce(async ({ id }: Admin) => {
    try {
      await deleteAdmin(clinic.id, id);
    } catch (error) {
      if (isSilent(error)) return;
      notify.error((error instanceof ApiError && error.problems[0]?.title) || common("genericError"));
      return;
    }
    notify.success(t("delete.deleted"));
    const reloaded = reload();
    if (list.rows?.length === 1 && page > 1) goTo(page - 1, { replace: true });
    // The button that had the focus goes with its row.
    if (!document.querySelector("[role=dialog]")) document.querySelector("h1")?.focus({ preventScroll: true });
    await reloaded;
  });

  return (
    <>
      <Toolbar actions={<Tool main icon="add" text={t("create.title")} onClick={() => setCreating(true)} />} />
      <ListCard
        caption={t("title")}
        list={list}
        page={page}
        onPage={goTo}
        columns={columns}
        rowKey={(admin) => admin.id}
        failed={common("genericError")}
        empty={{ text: t("empty") }}
      />
      {creating && <CreateAdmin clinicId={clinic.id} onCreated={reload} onClose={() => setCreating(false)} />}
      {leaving && (
        <ConfirmDialog
          title={t("delete.title", { name: leaving.name })}
          yes={t("delete.yes")}
          no={common("cancel")}
          intent="danger"
          onYes={() => {
            setLeaving(null);
            void remove.run(leaving);
          }}
          onNo={() => setLeaving(null)}
        >
          {t("delete.ask")}
        </ConfirmDialog>
      )}
    </>
  );
}

function useColumns(onDelete: (admin: Admin) => void): Column<Admin>[] {
  const { t } = useTranslation("clinicAdmins");
  return useMemo(
    () => [
      { key: "name", header: t("columns.name"), width: 220, cell: ({ name }) => <Text value={name} /> },
      {
        key: "phone",
        header: t("columns.phone"),
        width: 140,
        cell: ({ phone_number }) => <NumberText value={phone_number} />,
      },
      { key: "email", header: t("columns.email"), width: 240, cell: ({ email }) => <Text value={email} soft /> },
      {
        key: "status",
        header: t("columns.status"),
        width: 120,
        cell: ({ status }) => <PersonStatus status={status} />,
      },
      {
        key: "actions",
        header: t("columns.actions"),
        width: 72,
        actions: true,
        align: "end",
        cell: (admin) => (
          <span>
            {" "}
            <IconButton
              icon="delete"
              label={t("delete.action", { name: admin.name })}
              onClick={() => onDelete(admin)}
            />
          </span>
        ),
      },
    ],
    [t, onDelete],
  );
}
