import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { pageSize } from "@/api/gen/constants";
import { noFilters, useListQuery } from "@/lib/list/useListQuery";
import { useDelete } from "@/ui/action/useDelete";
import { Alert } from "@/ui/feedback/Alert";
import { ListScreen } from "@/ui/list/ListScreen";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import { NoteForm } from "./NoteForm";
import { deleteNoteRequest, type ReleaseNote, useReleaseNotes } from "./releaseNotes";

/** Page-size switching is off (B 2). */
const choices = { sizes: [pageSize] };
type Failed = { to: "save" | "delete"; error: unknown };

/** Release notes: the form, above the list. */
export function ReleaseNotesScreen() {
  const { t } = useTranslation("releaseNotes");
  const query = useListQuery(noFilters, choices);
  const list = useReleaseNotes(query);
  const [editing, setEditing] = useState<ReleaseNote | null>(null);
  const [failed, setFailed] = useState<Failed | null>(null);
  const deletion = useDelete<ReleaseNote>({
    title: () => t("delete.title"),
    ask: t("delete.ask"),
    call: "DeleteReleaseNote",
    toRequest: deleteNoteRequest,
    onDone: ({ id }) => {
      setEditing((edited) => (edited?.id === id ? null : edited));
      setFailed(null);
    },
    onFailed: (error) => setFailed({ to: "delete", error }),
    list,
    pages: query,
  });
  const columns = useColumns(setEditing, deletion.ask);
  return (
    <>
      <ListScreen
        title={t("title")}
        query={query}
        list={list}
        kind="release_note"
        counted="results"
        columns={columns}
        rowKey={(note) => note.id}
        {...(editing && { marked: new Set([editing.id]) })}
        failed={null}
        empty={{ none: t("empty") }}
      >
        {list.error && <Alert text={t("failed.fetch")} error={list.error} />}
        {failed && <Alert text={t(`failed.${failed.to}`)} error={failed.error} scrolls />}
        <NoteForm
          key={editing?.id ?? "new"}
          editing={editing}
          onFailed={(error) => setFailed({ to: "save", error })}
          onDone={(saved) => {
            setEditing(null);
            setFailed(null);
            if (saved) void list.reload();
          }}
        />
      </ListScreen>
      {deletion.dialog}
    </>
  );
}

function useColumns(onEdit: (note: ReleaseNote) => void, onDelete: (note: ReleaseNote) => void): Column<ReleaseNote>[] {
  const { t } = useTranslation("releaseNotes");
  return useMemo(
    () => [
      column.text("title", t("columns.title"), 220, ({ title }) => title),
      column.text("note_text", t("columns.text"), 380, ({ note_text }) => note_text),
      column.yesNo("publish", t("columns.published"), 90, ({ publish }) => publish),
      column.day("published_at", t("columns.publishedAt"), 110, ({ published_at }) => published_at),
      column.buttons(t("columns.actions"), 96, (note) => [
        { icon: "edit", label: t("edit", { title: note.title }), onClick: () => onEdit(note) },
        { icon: "delete", label: t("delete.action", { title: note.title }), onClick: () => onDelete(note) },
      ]),
    ],
    [t, onEdit, onDelete],
  );
}
