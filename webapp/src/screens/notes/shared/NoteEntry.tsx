import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "@/api/useSession";
import { formatMoment } from "@/lib/time/dates";
import { useAction, useConfirmedAction } from "@/ui/action/useAction";
import { IconButton } from "@/ui/icons/IconButton";
import { EditNoteDialog } from "./NoteComposer";
import { isEditable, isRemovable, type Note, pinNoteRequest, removeNoteRequest, useRefreshNotes } from "./notes";
import css from "./notes.module.css";

/** One note with its actions. A removed note shows only who removed it. `onChanged` reloads the list around it. */
export function NoteEntry({ note, onChanged }: { note: Note; onChanged?: () => unknown }) {
  const { t } = useTranslation("notes");
  const session = useSession();
  const refresh = useRefreshNotes();
  const [isEditing, setEditing] = useState(false);
  const reload = () => Promise.all([refresh(), onChanged?.()]);
  const pinning = useAction({
    toRequest: () => pinNoteRequest(note),
    done: t(note.pinned ? "entry.unpinDone" : "entry.pinDone"),
    reload,
  });
  const removal = useConfirmedAction({
    title: t("remove.title"),
    ask: t("remove.ask"),
    yes: t("remove.yes"),
    toRequest: () => removeNoteRequest(note),
    done: t("remove.done"),
    reload,
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
              onClick={() => void pinning.run()}
            />
            {isEditable(note, session) && (
              <IconButton icon="edit" label={t("entry.edit")} onClick={() => setEditing(true)} />
            )}
            {isRemovable(note, session) && (
              <IconButton icon="delete" label={t("entry.remove")} onClick={() => removal.ask()} />
            )}
          </span>
        )}
      </header>
      <p className={css.text}>
        <NoteText note={note} />
      </p>
      {isEditing && (
        <EditNoteDialog note={note} {...(onChanged && { onSaved: onChanged })} onClose={() => setEditing(false)} />
      )}
      {removal.dialog}
    </article>
  );
}

/** Text of a note with its mentions highlighted. */
function NoteText({ note: { text, mentions } }: { note: Note }) {
  if (!text) return null;
  const names = mentions.map(({ name }) => `@${name}`).toSorted((a, b) => b.length - a.length);
  if (names.length === 0) return text;
  const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  let at = 0;
  return text.split(new RegExp(`(${escaped.join("|")})`, "u")).map((segment) => {
    at += segment.length;
    return names.includes(segment) ? <strong key={at}>{segment}</strong> : segment;
  });
}
