import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { createNoteRules } from "@/api/gen/rules";
import type { Mutation } from "@/api/mutation";
import { useActionErrorToast } from "@/ui/feedback/useActionErrorToast";
import type { GetFieldProps } from "@/ui/fields/useFieldProps";
import { FormCard } from "@/ui/form/FormCard";
import { FormDialog } from "@/ui/form/FormDialog";
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

type Values = { text: string };
const empty: Values = { text: "" };
const rules = { text: createNoteRules.text };

interface Form {
  kind: RecordRef["kind"];
  hint?: string;
  /** Message after the change. */
  done: string;
  toRequest: (text: string, mentions: number[]) => Mutation<unknown>;
  onSaved: (() => unknown) | undefined;
}
interface Props {
  record: RecordRef;
  onSaved?: () => unknown;
}

/** Properties that all forms of notes share: the field, its request, and what follows the change. */
function useNoteForm({ kind, hint, done, toRequest, onSaved }: Form) {
  const { t } = useTranslation("notes");
  const colleagues = useColleagues(kind);
  const refresh = useRefreshNotes();
  return {
    shown: { fields: { text: t("text") } },
    rules,
    call: null,
    toRequest: ({ text }: Values) => toRequest(text.trim(), mentionsIn(text, colleagues)),
    done,
    onSent: () => Promise.all([refresh(), onSaved?.()]),
    children: (ask: GetFieldProps<Values>, form: UseFormReturn<Values>) => (
      <NoteField
        kind={kind}
        value={form.watch("text")}
        {...(hint && { hint })}
        {...ask("text", { missing: t("textMissing") })}
      />
    ),
  };
}

/** Properties of a form for a new note on a record. Half-typed text is stored as a draft. */
function useNewNoteForm({ record, onSaved }: Props) {
  const { t } = useTranslation("notes");
  const form = useNoteForm({
    kind: record.kind,
    hint: t("composer.hint"),
    done: t("composer.saved"),
    toRequest: (text, mentions) => createNoteRequest(record, text, mentions),
    onSaved,
  });
  const name = record.kind === "change_request" ? "changeRequest" : record.kind;
  return { ...form, submit: t("composer.submit"), initial: empty, draft: `${name}Note.${record.id}` };
}

/** Form for a new note on a record, such as above its timeline. */
export function NoteComposer(props: Props) {
  const { t } = useTranslation("notes");
  const notice = useActionErrorToast();
  return (
    <FormCard
      key={refOf(props.record)}
      {...useNewNoteForm(props)}
      label={t("composer.title")}
      empty={() => empty}
      editing={null}
      onSubmit={notice.dismiss}
      onRefused={(error, isPlaced) => {
        if (!isPlaced) notice.showError(error);
      }}
      onCancel={() => undefined}
    />
  );
}

/** Dialog for a new note on a record, with an initial text. */
export function NoteDialog({ text = "", onClose, ...props }: Props & { text?: string; onClose: () => void }) {
  const { t } = useTranslation("notes");
  const form = useNewNoteForm(props);
  return <FormDialog {...form} initial={{ text }} title={t("composer.title")} width={560} onClose={onClose} />;
}

interface EditProps {
  note: Note;
  onSaved?: () => unknown;
  onClose: () => void;
}

/** Dialog in which the author edits a note. */
export function EditNoteDialog({ note, onSaved, onClose }: EditProps) {
  const { t } = useTranslation("notes");
  const { t: common } = useTranslation();
  const form = useNoteForm({
    kind: parseRef(note.record).kind,
    done: t("edit.saved"),
    toRequest: (text, mentions) => editNoteRequest(note, text, mentions),
    onSaved,
  });
  return (
    <FormDialog
      {...form}
      title={t("edit.title")}
      submit={common("save")}
      width={560}
      initial={{ text: note.text ?? "" }}
      draft={`noteEdit.${note.id}`}
      onClose={onClose}
    />
  );
}
