import { useTranslation } from "react-i18next";
import { createNoteRules } from "@/api/gen/rules";
import { FormCard } from "@/ui/FormCard";
import { FormDialog } from "@/ui/FormDialog";
import { toast } from "@/ui/toast";
import { useActionErrorToast } from "@/ui/useActionErrorToast";
import { NoteField } from "./NoteField";
import {
  createNoteRequest,
  editNoteRequest,
  mentionsIn,
  type Note,
  parseRef,
  type RecordRef,
  refOf,
  useColleagues,
  useRefreshNotes,
} from "./notes";

const empty = { text: "" };
const rules = { text: createNoteRules.text };

interface Props {
  record: RecordRef;
  onSaved?: () => unknown;
}

/** Form for a new note on a record, such as above its timeline. Half-typed text is stored as a draft. */
export function NoteComposer({ record, onSaved }: Props) {
  const { t } = useTranslation("notes");
  const colleagues = useColleagues(record.kind);
  const refresh = useRefreshNotes();
  const notice = useActionErrorToast();
  return (
    <FormCard
      key={refOf(record)}
      label={t("composer.title")}
      submit={t("composer.submit")}
      initial={empty}
      empty={() => empty}
      editing={null}
      draft={`${record.kind}Note.${record.id}`}
      shown={{ fields: { text: t("text") } }}
      rules={rules}
      call={null}
      toRequest={({ text }) => createNoteRequest(record, text.trim(), mentionsIn(text, colleagues))}
      onSubmit={notice.dismiss}
      onSent={() => {
        toast.success(t("composer.saved"));
        return Promise.all([refresh(), onSaved?.()]);
      }}
      onRefused={(error, isPlaced) => {
        if (!isPlaced) notice.showError(error);
      }}
      onCancel={() => undefined}
    >
      {(ask, form) => (
        <NoteField
          kind={record.kind}
          value={form.watch("text")}
          hint={t("composer.hint")}
          {...ask("text", { missing: t("textMissing") })}
        />
      )}
    </FormCard>
  );
}

/** Dialog for a new note on a record. */
export function NoteDialog({ record, onSaved, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation("notes");
  const colleagues = useColleagues(record.kind);
  const refresh = useRefreshNotes();
  return (
    <FormDialog
      title={t("composer.title")}
      submit={t("composer.submit")}
      width={560}
      initial={empty}
      draft={`${record.kind}Note.${record.id}`}
      shown={{ fields: { text: t("text") } }}
      rules={rules}
      call={null}
      toRequest={({ text }) => createNoteRequest(record, text.trim(), mentionsIn(text, colleagues))}
      onSent={() => {
        toast.success(t("composer.saved"));
        return Promise.all([refresh(), onSaved?.()]);
      }}
      onClose={onClose}
    >
      {(ask, form) => (
        <NoteField
          kind={record.kind}
          value={form.watch("text")}
          hint={t("composer.hint")}
          {...ask("text", { missing: t("textMissing") })}
        />
      )}
    </FormDialog>
  );
}

/** Dialog in which the author edits a note. */
export function EditNoteDialog({
  note,
  onSaved,
  onClose,
}: {
  note: Note;
  onSaved?: () => unknown;
  onClose: () => void;
}) {
  const { t } = useTranslation("notes");
  const { t: common } = useTranslation();
  const { kind } = parseRef(note.record);
  const colleagues = useColleagues(kind);
  const refresh = useRefreshNotes();
  return (
    <FormDialog
      title={t("edit.title")}
      submit={common("save")}
      width={560}
      initial={{ text: note.text ?? "" }}
      draft={`noteEdit.${note.id}`}
      shown={{ fields: { text: t("text") } }}
      rules={rules}
      call={null}
      toRequest={({ text }) => editNoteRequest(note, text.trim(), mentionsIn(text, colleagues))}
      onSent={() => {
        toast.success(t("edit.saved"));
        return Promise.all([refresh(), onSaved?.()]);
      }}
      onClose={onClose}
    >
      {(ask, form) => (
        <NoteField kind={kind} value={form.watch("text")} {...ask("text", { missing: t("textMissing") })} />
      )}
    </FormDialog>
  );
}
