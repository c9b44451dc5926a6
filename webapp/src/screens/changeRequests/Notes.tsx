import { useTranslation } from "react-i18next";
import { useList } from "@/api/hooks";
import { useLiveRefresh } from "@/api/useLiveRefresh";
import { NoteComposer } from "@/screens/notes/shared/NoteComposer";
import { NoteEntry } from "@/screens/notes/shared/NoteEntry";
import { Panel } from "@/ui/layout/DetailScreen";
import css from "./ChangeRequestScreen.module.css";

const shown = 50;

/** Comments of colleagues on a request, newest first. */
export function Notes({ requestId }: { requestId: number }) {
  const { t } = useTranslation("changeRequests");
  const record = { kind: "change_request", id: requestId } as const;
  const { rows = [], reload } = useList(
    "/careops/notes",
    { query: { record: `change_request:${requestId}`, perpage: shown } },
    "notes",
  );
  useLiveRefresh("notes", reload);
  return (
    <Panel title={t("notes")}>
      <NoteComposer record={record} />
      <div className={css.notes}>
        {rows.map((note) => (
          <NoteEntry key={note.id} note={note} onChanged={reload} />
        ))}
      </div>
    </Panel>
  );
}
