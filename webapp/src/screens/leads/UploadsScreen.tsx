import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "@/app/paths";
import { formatNumber, plural } from "@/lib/format/numbers";
import { useListQuery } from "@/lib/list/useListQuery";
import { ClinicFilter } from "@/screens/campaigns/shared/ClinicFilter";
import { clinicFilters } from "@/screens/campaigns/shared/clinicChoice";
import { named } from "@/ui/action/undoResult";
import { useDelete } from "@/ui/action/useDelete";
import { useUndoReport } from "@/ui/action/useUndo";
import { Text } from "@/ui/cells/cells";
import { ListScreen } from "@/ui/list/ListScreen";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import { type LeadUpload, undoUploadRequest, useLeadUploads, useReloadLeads } from "./leads";

/** List of lead uploads with user, time and result; recent ones can be undone. */
export function UploadsScreen() {
  const { t } = useTranslation("leads", { keyPrefix: "uploads" });
  const query = useListQuery(clinicFilters);
  const list = useLeadUploads(query);
  const reloadLeads = useReloadLeads();
  const report = useUndoReport();
  const undo = useDelete({
    title: ({ file_name }: LeadUpload) => t("undoOne", { file: file_name }),
    ask: ({ added, uploaded_by }) => t("ask", { leads: formatNumber(added), who: uploaded_by ?? "-" }),
    yes: t("undo"),
    no: t("leave"),
    toRequest: ({ id }) => undoUploadRequest(id),
    onDone: (_, { data: { removed, kept, gone, edited } }) => {
      report({
        undone: { count: removed, records: [] },
        edited: { count: kept, records: edited.map(({ id, name }) => ({ name: name ?? String(id) })) },
        failed: named([]),
        note: gone > 0 ? t("gone", plural(gone)) : undefined,
      });
      void reloadLeads();
    },
    list,
    pages: query,
  });
  const columns = useColumns(undo.ask);
  return (
    <>
      <ListScreen
        title={t("title")}
        query={query}
        list={list}
        filters={<ClinicFilter query={query} />}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{ none: t("empty"), noMatch: t("noMatch") }}
      />
      {undo.dialog}
    </>
  );
}

function useColumns(undo: (upload: LeadUpload) => void): Column<LeadUpload>[] {
  const { t } = useTranslation("leads", { keyPrefix: "uploads" });
  return useMemo(
    () => [
      column.moment("uploaded_at", t("columns.when"), 172, ({ uploaded_at }) => uploaded_at, { wrap: false }),
      column.text("uploaded_by", t("columns.who"), 140, ({ uploaded_by }) => uploaded_by, { below: t("columns.when") }),
      column.text("file_name", t("columns.file"), 180, ({ file_name }) => file_name),
      column.link(
        "clinic_name",
        t("columns.clinic"),
        160,
        ({ clinic_name }) => clinic_name,
        ({ clinic_id }) => paths.clinic({ clinicId: clinic_id }),
      ),
      column.figure("added", t("columns.added"), 84, ({ added }) => formatNumber(added)),
      column.figure("known", t("columns.known"), 84, (upload) => formatNumber(upload.known)),
      column.custom(
        ["removed", "kept", "gone", "undone_by"],
        t("columns.back"),
        200,
        ({ removed, kept, gone, undone_by }) =>
          removed === null ? (
            <Text value={null} />
          ) : (
            <Text
              value={t("became", {
                removed: formatNumber(removed),
                kept: formatNumber(kept ?? 0),
                gone: formatNumber(gone ?? 0),
              })}
              note={undone_by}
            />
          ),
        { wrap: true },
      ),
      column.buttons(t("columns.actions"), 72, (upload) => [
        upload.may_be_undone && {
          icon: "undo",
          label: t("undoOne", { file: upload.file_name }),
          onClick: () => undo(upload),
        },
      ]),
    ],
    [t, undo],
  );
}
