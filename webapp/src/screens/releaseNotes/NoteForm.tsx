import { useEffect } from "react";
import { Controller, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ApiError, isSilent } from "@/api/errors";
import { createReleaseNoteRules } from "@/api/gen/rules";
import { formatDay } from "@/lib/dates";
import { useFieldMessage } from "@/lib/useErrorText";
import { useSingleFlight } from "@/lib/useSingleFlight";
import { ConflictDialog } from "@/ui/ConflictDialog";
import { FormCard, FormLine } from "@/ui/FormCard";
import { AreaField } from "@/ui/fields/AreaField";
import { CheckFilter } from "@/ui/fields/CheckFilter";
import { DayField, useDayRule } from "@/ui/fields/DayField";
import { TextField } from "@/ui/fields/fields";
import { useFieldProps } from "@/ui/fields/useFieldProps";
import { useConflict } from "@/ui/useConflict";
import { useDraft } from "@/ui/useDraft";
import { useRecordVersion } from "@/ui/useRecordVersion";
import { emptyNote, now, type ReleaseNote, readNote, saveNote, toFormValues, type Values } from "./releaseNotes";

interface Props {
  /** The edited note; null adds one. */
  editing: ReleaseNote | null;
  /** Called when the form is reset, after saving or cancelling. */
  onDone: (saved: boolean) => void;
  onFailed: (error: unknown) => void;
}

export function NoteForm({ editing, onDone, onFailed }: Props) {
  const { t } = useTranslation("releaseNotes");
  const form = useForm<Values>({ defaultValues: emptyNote() });
  const { control, reset, setError, setValue, watch } = form;
  const ask = useFieldProps(form, createReleaseNoteRules, false);
  const kept = useDraft(form, editing ? `releaseNote.${editing.id}` : "releaseNote");
  const isDay = useDayRule();
  const messageOf = useFieldMessage();
  const publish = watch("publish");
  const { newest, versions, shown } = useNoteVersions(editing);
  const { conflict, settle, begin, done } = useConflict(versions, emptyNote());
  const fill = (values: Values) => reset(values, { keepDefaultValues: true });

  useEffect(() => {
    const values = editing ? toFormValues(editing) : emptyNote();
    begin(values, editing !== null);
    reset(values);
  }, [editing, reset, begin]);

  async function save(values: Values) {
    await saveNote(values, newest.current);
    kept.done();
    reset(emptyNote());
    onDone(true);
  }
  const send = useSingleFlight(async (values: Values) => {
    try {
      await settle(values, save, fill);
    } catch (error) {
      if (isSilent(error)) return;
      if (error instanceof ApiError)
        for (const problem of error.problems)
          if (problem.source in values)
            setError(problem.source as keyof Values, { type: "server", message: messageOf(problem) });
      onFailed(error);
    }
  });

  function cancel() {
    kept.done();
    reset(emptyNote());
    onDone(false);
  }
  return (
    <>
      <FormCard
        label={t(editing ? "form.edit" : "form.new")}
        submit={t(editing ? "form.update" : "form.create")}
        editing={editing?.id ?? null}
        busy={send.busy}
        unsaved={form.formState.isDirty}
        kept={kept}
        shown={shown}
        onSubmit={form.handleSubmit(send.run)}
        onCancel={editing ? cancel : undefined}
      >
        <TextField label={t("form.title")} {...ask("title", { missing: t("form.missing.title") })} autoComplete="off" />
        <AreaField label={t("form.text")} {...ask("note_text", { missing: t("form.missing.text") })} />
        <FormLine>
          <Controller
            name="publish"
            control={control}
            render={({ field: { value, onChange } }) => (
              <CheckFilter
                label={t("form.publish")}
                checked={value}
                onChange={(checked) => {
                  onChange(checked);
                  if (checked && !form.getValues("published_at")) setValue("published_at", now());
                }}
              />
            )}
          />
          <DayField
            label={t("form.publishedAt")}
            control={control}
            disabled={!publish}
            {...ask("published_at", { also: (day) => !form.getValues("publish") || isDay(day) })}
          />
        </FormLine>
      </FormCard>
      {conflict && (
        <ConflictDialog
          conflict={conflict}
          onDecide={(values) => {
            done();
            fill(values);
            send.run(values);
          }}
          onClose={done}
        />
      )}
    </>
  );
}

function useNoteVersions(note: ReleaseNote | null) {
  const { t } = useTranslation("releaseNotes");
  const { t: common } = useTranslation();
  const shown = { title: t("form.title"), note_text: t("form.text"), published_at: t("form.publishedAt") };
  return useRecordVersion<ReleaseNote, Values>(note, {
    read: readNote,
    valuesOf: toFormValues,
    textOf: (name, value) => {
      if (name === "publish") return common(value ? "yes" : "no");
      return name === "published_at" ? formatDay(String(value)) : String(value);
    },
    fields: { ...shown, publish: t("form.publish") },
  });
}
