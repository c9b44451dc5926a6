import { useEffect } from "react";
import { Controller, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ApiError, isSilent } from "@/api/errors";
import { createReleaseNoteRules } from "@/api/gen/rules";
import { useOnce } from "@/lib/useOnce";
import { FormCard, FormLine } from "@/ui/FormCard";
import { AreaField } from "@/ui/fields/AreaField";
import { CheckFilter } from "@/ui/fields/CheckFilter";
import { DayField, useDayRule } from "@/ui/fields/DayField";
import { TextField } from "@/ui/fields/fields";
import { useAsk } from "@/ui/fields/useAsk";
import { useKept } from "@/ui/useKept";
import { emptyNote, now, type ReleaseNote, saveNote, type Values, valuesOf } from "./releaseNotes";

interface Props {
  /** The note that is edited; without one the form makes a new one. */
  editing: ReleaseNote | null;
  /** The form is as it was: saved, or cancelled. */
  onDone: (saved: boolean) => void;
  onFailed: (error: unknown) => void;
}

export function NoteForm({ editing, onDone, onFailed }: Props) {
  const { t } = useTranslation("releaseNotes");
  const form = useForm<Values>({ defaultValues: emptyNote() });
  const { control, reset, setError, setFocus, setValue, watch } = form;
  const ask = useAsk(form, createReleaseNoteRules, false);
  const kept = useKept(form, editing ? `releaseNote.${editing.id}` : "releaseNote");
  const isDay = useDayRule();
  const publish = watch("publish");

  useEffect(() => {
    reset(editing ? valuesOf(editing) : emptyNote());
    if (editing) setFocus("title");
  }, [editing, reset, setFocus]);

  const send = useOnce(async (values: Values) => {
    try {
      await saveNote(values, editing);
    } catch (error) {
      if (isSilent(error)) return;
      if (error instanceof ApiError)
        for (const { source, title } of error.problems)
          if (source in values) setError(source as keyof Values, { type: "server", message: title });
      onFailed(error);
      return;
    }
    kept.done();
    reset(emptyNote());
    setFocus("title");
    onDone(true);
  });

  function cancel() {
    kept.done();
    reset(emptyNote());
    setFocus("title");
    onDone(false);
  }
  return (
    <FormCard
      label={t(editing ? "form.edit" : "form.new")}
      submit={t(editing ? "form.update" : "form.create")}
      busy={send.busy}
      unsaved={form.formState.isDirty}
      kept={kept}
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
  );
}
