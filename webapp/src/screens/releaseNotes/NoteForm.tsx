import { Controller } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { createReleaseNoteRules } from "@/api/gen/rules";
import { formatDay } from "@/lib/time/dates";
import { AreaField } from "@/ui/fields/AreaField";
import { DayField, useDayRule } from "@/ui/fields/DayField";
import { TextField } from "@/ui/fields/fields";
import { CheckFilter } from "@/ui/filters/CheckFilter";
import { FormCard, FormLine } from "@/ui/form/FormCard";
import { useRecordVersion } from "@/ui/form/useRecordVersion";
import { emptyNote, now, type ReleaseNote, readNote, saveNoteRequest, toFormValues, type Values } from "./releaseNotes";

interface Props {
  /** The edited note; null adds one. */
  editing: ReleaseNote | null;
  /** Called when the form is reset, after saving or cancelling. */
  onDone: (saved: boolean) => void;
  onFailed: (error: unknown) => void;
}

export function NoteForm({ editing, onDone, onFailed }: Props) {
  const { t } = useTranslation("releaseNotes");
  const isDay = useDayRule();
  const { newest, versions, shown } = useNoteVersions(editing);
  return (
    <FormCard<Values>
      label={t(editing ? "form.edit" : "form.new")}
      submit={t(editing ? "form.update" : "form.create")}
      editing={editing?.id ?? null}
      initial={editing ? toFormValues(editing) : emptyNote()}
      empty={emptyNote}
      draft={editing ? `releaseNote.${editing.id}` : "releaseNote"}
      rules={createReleaseNoteRules}
      call={editing ? "UpdateReleaseNote" : "CreateReleaseNote"}
      versions={versions}
      shown={shown}
      toRequest={(values) => saveNoteRequest(values, newest.current)}
      onSent={() => onDone(true)}
      onRefused={onFailed}
      onCancel={() => onDone(false)}
    >
      {(ask, { control, getValues, setValue, watch }) => (
        <>
          <TextField
            label={t("form.title")}
            {...ask("title", { missing: t("form.missing.title") })}
            autoComplete="off"
          />
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
                    if (checked && !getValues("published_at")) setValue("published_at", now());
                  }}
                />
              )}
            />
            <DayField
              label={t("form.publishedAt")}
              control={control}
              disabled={!watch("publish")}
              {...ask("published_at", { also: (day) => !getValues("publish") || isDay(day) })}
            />
          </FormLine>
        </>
      )}
    </FormCard>
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
