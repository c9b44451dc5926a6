import { useCallback, useEffect } from "react";
import { Controller, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ApiError, isSilent } from "@/api/errors";
import { type Day, day as days } from "@/api/gen/choices";
import { timezones } from "@/api/gen/constants";
import { addScheduleRules } from "@/api/gen/rules";
import { formatTime } from "@/lib/times";
import { useFieldMessage } from "@/lib/useErrorText";
import { useSingleFlight } from "@/lib/useSingleFlight";
import { ConflictDialog } from "@/ui/ConflictDialog";
import { FormCard } from "@/ui/FormCard";
import { ChoiceCards } from "@/ui/fields/ChoiceCards";
import { FieldRow } from "@/ui/fields/FieldGroup";
import { NumberField } from "@/ui/fields/fields";
import { SelectField } from "@/ui/fields/SelectField";
import { TimeField } from "@/ui/fields/TimeField";
import { ToggleGroup } from "@/ui/fields/ToggleGroup";
import { useFieldProps } from "@/ui/fields/useFieldProps";
import { toast } from "@/ui/toast";
import { useActionErrorToast } from "@/ui/useActionErrorToast";
import { useConflict } from "@/ui/useConflict";
import { type DraftState, useDraft } from "@/ui/useDraft";
import { useErrorToast } from "@/ui/useErrorToast";
import { useRecordVersion } from "@/ui/useRecordVersion";
import {
  emptyValues,
  endsNextDay,
  type Place,
  readSchedule,
  type Schedule,
  saveSchedule,
  toFormValues,
  toggleDay,
  type Values,
} from "./schedules";

const { start_time, end_time, discounted_fees } = addScheduleRules;
const rules = { start_time, end_time, discounted_fees };
const kinds = ["ordinary", "discounted"] as const;

/** A single click on a day or time is not worth a draft. */
const isMoreThanOneClick = (typed: object) => Object.keys(typed).length > 1 || "discounted_fees" in typed;

interface Props {
  place: Place;
  /** The edited schedule; null adds one. */
  editing: Schedule | null;
  onDone: (saved: Schedule | null) => void;
  /** Called with the input if another user has deleted the edited schedule. */
  onGone: (values: Values) => void;
  /** Initial values of an empty form. */
  carried?: Values | null;
}

/** Form to add or edit a schedule. Editing has a heading and a Cancel button. */
export function ScheduleForm({ place, editing, onDone, onGone, carried = null }: Props) {
  const { t } = useTranslation("schedules");
  const form = useForm<Values>({ defaultValues: emptyValues() });
  const { control, watch } = form;
  const ask = useFieldProps(form, rules, false);
  const draft = editing ? `schedule.${editing.id}` : `schedules.${place.clinicId}.${place.doctorId}`;
  const kept = useDraft(form, draft, isMoreThanOneClick);
  const { conflict, begin, decide, decideLater, ...send } = useSend(form, kept, { place, editing, onDone, onGone });
  const [start_time, end_time, zone, kind] = watch(["start_time", "end_time", "timezone", "kind"]);

  const { reset } = form;
  useEffect(() => {
    begin(editing);
    if (!editing && carried) reset(carried, { keepDefaultValues: true });
  }, [editing, carried, begin, reset]);

  const isLater = (end: string) => end !== form.getValues("start_time") || t("invalid.same");
  return (
    <>
      <FormCard
        headed
        label={t(editing ? "form.edit" : "form.new")}
        submit={t(editing ? "form.save" : "form.add")}
        editing={editing?.id ?? null}
        busy={send.busy}
        unsaved={form.formState.isDirty}
        kept={kept}
        shown={send.shown}
        onSubmit={form.handleSubmit(send.run)}
        onCancel={
          editing
            ? () => {
                kept.done();
                onDone(null);
              }
            : undefined
        }
      >
        <Controller
          name="days"
          control={control}
          rules={{ validate: (picked) => picked.length > 0 || t("invalid.days") }}
          render={({ field: { value, onChange, ref }, fieldState: { error } }) => (
            <ToggleGroup
              legend={t("form.days")}
              choices={days.map((day) => ({ value: day, text: t(`days.${day}`) }))}
              picked={value}
              error={error?.message}
              required
              firstRef={ref}
              onToggle={(day) => onChange(toggleDay(value, day))}
            />
          )}
        />
        <FieldRow>
          <TimeField
            label={t("form.start")}
            also={start_time}
            {...ask("start_time", {
              missing: t("invalid.time"),
              onChange: () => form.formState.isSubmitted && void form.trigger("end_time"),
            })}
          />
          <TimeField
            label={t("form.end")}
            also={end_time}
            hint={
              start_time &&
              end_time &&
              start_time !== end_time &&
              endsNextDay({ start: start_time, end: end_time }) &&
              t("nextDay")
            }
            {...ask("end_time", { missing: t("invalid.time"), also: isLater })}
          />
          <SelectField
            label={t("form.timezone")}
            options={[...new Set([...timezones, zone])].filter(Boolean).map((name) => ({ value: name, text: name }))}
            {...ask("timezone", { required: true })}
          />
        </FieldRow>
        {!editing && (
          <ChoiceCards
            short
            legend={t("form.kind")}
            choices={kinds.map((value) => ({ value, title: t(`kinds.${value}`) }))}
            {...ask("kind")}
          />
        )}
        {kind === "discounted" && (
          <FieldRow>
            <NumberField
              label={t("form.fees")}
              {...ask("discounted_fees", { required: true, missing: t("invalid.fees") })}
            />
          </FieldRow>
        )}
      </FormCard>
      {conflict && <ConflictDialog conflict={conflict} onDecide={decide} onClose={decideLater} />}
    </>
  );
}

/**
 * Submit once, with the version that was read when editing. Field errors appear at the fields, others in a
 * notification.
 */
function useSend(
  form: ReturnType<typeof useForm<Values>>,
  kept: DraftState,
  { place, editing, onDone, onGone }: Props,
) {
  const { t } = useTranslation("schedules");
  const messageOf = useFieldMessage();
  const notice = useActionErrorToast();
  const failed = useErrorToast();
  const { newest, versions, shown } = useScheduleVersions(place, editing);
  const { conflict, settle, begin: beginWith, done } = useConflict(versions, emptyValues());
  const { reset } = form;
  const fill = (values: Values) => reset(values, { keepDefaultValues: true });
  const begin = useCallback(
    (schedule: Schedule | null) => {
      const values = schedule ? toFormValues(schedule) : emptyValues();
      beginWith(values, schedule !== null);
      reset(values);
    },
    [beginWith, reset],
  );

  async function save(values: Values) {
    await saveSchedule(place, values, newest.current);
    kept.done();
    toast.success(t(editing ? "updated" : "added"));
    reset(emptyValues());
    onDone(editing);
  }
  const { run, busy } = useSingleFlight(async (values: Values) => {
    notice.dismiss();
    try {
      await settle(values, save, fill);
    } catch (error) {
      if (isSilent(error)) return;
      const problems = error instanceof ApiError ? error.problems.filter(({ source }) => source in values) : [];
      for (const problem of problems) {
        const message = messageOf(problem);
        form.setError(problem.source as keyof Values, { type: "server", message }, { shouldFocus: true });
      }
      if (problems.length > 0) return;
      if (editing && error instanceof ApiError && error.status === 404) {
        // The form closes with its schedule and would close its notification too.
        kept.done();
        failed(error, t("failed.save"));
        onGone(values);
      } else notice.showError(error, t("failed.save"));
    }
  });
  const decide = (values: Values) => {
    done();
    fill(values);
    void run(values);
  };
  return { run, busy, shown, begin, conflict, decide, decideLater: done };
}

function useScheduleVersions(place: Place, schedule: Schedule | null) {
  const { t } = useTranslation("schedules");
  return useRecordVersion<Schedule, Values>(schedule, {
    read: (row) => readSchedule(place, row),
    valuesOf: toFormValues,
    fields: {
      days: t("form.days"),
      start_time: t("form.start"),
      end_time: t("form.end"),
      timezone: t("form.timezone"),
      discounted_fees: t("form.fees"),
    },
    textOf: (name, value) => {
      if (Array.isArray(value)) return value.map((day: Day) => t(`days.${day}`)).join(", ");
      return name.endsWith("_time") ? formatTime(String(value)) : String(value);
    },
  });
}
