import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Mutation, send } from "@/api/mutation";
import { useSession } from "@/api/useSession";
import { formatMoment } from "@/lib/dates";
import { useSingleFlight } from "@/lib/useSingleFlight";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { IconButton } from "@/ui/IconButton";
import { toast } from "@/ui/toast";
import { useActionErrorToast } from "@/ui/useActionErrorToast";
import { EditNoteDialog } from "./NoteComposer";
import { isEditable, isRemovable, type Note, pinNoteRequest, removeNoteRequest, useRefreshNotes } from "./notes";
import css from "./notes.module.css";

/** One note with its actions. A removed note shows only who removed it. `onChanged` reloads the list around it. */
export function NoteEntry({ note, onChanged }: { note: Note; onChanged?: () => unknown }) {
  const { t } = useTranslation("notes");
  const session = useSession();
  const refresh = useRefreshNotes();
  const notice = useActionErrorToast();
  const [open, setOpen] = useState<"edit" | "remove" | null>(null);
  const { run } = useSingleFlight(async (change: Mutation, text: string) => {
    notice.dismiss();
    try {
      await send(change);
    } catch (error) {
      notice.showError(error);
      return;
    }
    toast.success(text);
    await Promise.all([refresh(), onChanged?.()]);
  });
  if (note.deleted_at) {
    return (
      <p className={`soft ${css.stub}`}>
        {t("entry.removed", { name: note.deleted_by })} <time>{formatMoment(note.deleted_at)}</time>
      </p>
    );
  }
  return (
    <article className={css.note} aria-label={t("entry.by", { name: note.author_name })} data-pinned={note.pinned}>
      <header className={css.head}>
        <strong>{note.author_name}</strong>
        {note.source && <span className={css.mark}>{t("entry.source")}</span>}
        {note.pinned && <span className={css.mark}>{t("entry.pinned")}</span>}
        <span className="soft">
          <time>{formatMoment(note.created_at)}</time>
          {note.edited_at && ` · ${t("entry.edited")}`}
        </span>
        {session && (
          <span className={css.actions}>
            <IconButton
              icon={note.pinned ? "pinned" : "pin"}
              label={t(note.pinned ? "entry.unpin" : "entry.pin")}
              onClick={() => void run(pinNoteRequest(note), t(note.pinned ? "entry.unpinDone" : "entry.pinDone"))}
            />
            {isEditable(note, session) && (
              <IconButton icon="edit" label={t("entry.edit")} onClick={() => setOpen("edit")} />
            )}
            {isRemovable(note, session) && (
              <IconButton icon="delete" label={t("entry.remove")} onClick={() => setOpen("remove")} />
            )}
          </span>
        )}
      </header>
      <p className={css.text}>
        <NoteText note={note} />
      </p>
      {open === "edit" && (
        <EditNoteDialog note={note} {...(onChanged && { onSaved: onChanged })} onClose={() => setOpen(null)} />
      )}
      {open === "remove" && (
        <ConfirmDialog
          title={t("remove.title")}
          yes={t("remove.yes")}
          intent="danger"
          toRequest={() => removeNoteRequest(note)}
          onYes={() => {
            setOpen(null);
            void run(removeNoteRequest(note), t("remove.done"));
          }}
          onNo={() => setOpen(null)}
        >
          {t("remove.ask")}
        </ConfirmDialog>
      )}
    </article>
  );
}

/** Text of a note with its mentions highlighted. */
function NoteText({ note: { text, mentions } }: { note: Note }) {
  if (!text) return null;
  const names = mentions.map(({ name }) => `@${name}`).toSorted((one, other) => other.length - one.length);
  if (names.length === 0) return text;
  const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  let at = 0;
  return text.split(new RegExp(`(${escaped.join("|")})`, "u")).map((part) => {
    at += part.length;
    return names.includes(part) ? <strong key={at}>{part}</strong> : part;
  });
}
