import { Controller, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { ApiError } from "@/api/errors";
import { type Day, day as days } from "@/api/gen/choices";
import { timezones } from "@/api/gen/constants";
import { addScheduleRules } from "@/api/gen/rules";
import { formatTime } from "@/lib/time/times";
import { useActionErrorToast } from "@/ui/feedback/useActionErrorToast";
import { useErrorToast } from "@/ui/feedback/useErrorToast";
import { ChoiceCards } from "@/ui/fields/ChoiceCards";
import { FieldRow } from "@/ui/fields/FieldGroup";
import { NumberField } from "@/ui/fields/fields";
import { SelectField } from "@/ui/fields/SelectField";
import { TimeField } from "@/ui/fields/TimeField";
import { ToggleGroup } from "@/ui/fields/ToggleGroup";
import type { GetFieldProps } from "@/ui/fields/useFieldProps";
import { FormCard } from "@/ui/form/FormCard";
import { useRecordVersion } from "@/ui/form/useRecordVersion";
import {
  emptyValues,
  endsNextDay,
  type Place,
  readSchedule,
  type Schedule,
  saveScheduleRequest,
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
  const notice = useActionErrorToast();
  const failed = useErrorToast();
  const { newest, versions, shown } = useScheduleVersions(place, editing);

  function refuse(error: ApiError, isPlaced: boolean, forget: () => Values) {
    if (isPlaced) return;
    if (editing && error.status === 404) {
      // The form closes with its schedule and would close its notification too.
      failed(error, t("failed.save"));
      onGone(forget());
    } else notice.showError(error, t("failed.save"));
  }
  return (
    <FormCard<Values>
      headed
      label={t(editing ? "form.edit" : "form.new")}
      submit={t(editing ? "form.save" : "form.add")}
      editing={editing?.id ?? null}
      initial={editing ? toFormValues(editing) : emptyValues()}
      empty={emptyValues}
      carried={editing ? null : carried}
      draft={editing ? `schedule.${editing.id}` : `schedules.${place.clinicId}.${place.doctorId}`}
      isWorthKeeping={isMoreThanOneClick}
      rules={rules}
      call={editing ? "UpdateSchedule" : "AddSchedule"}
      versions={versions}
      shown={shown}
      toRequest={(values) => saveScheduleRequest(place, values, newest.current)}
      onSubmit={notice.dismiss}
      done={t(editing ? "updated" : "added")}
      onSent={() => onDone(editing)}
      onRefused={refuse}
      onCancel={() => onDone(null)}
    >
      {(ask, form) => <Fields ask={ask} form={form} adds={!editing} />}
    </FormCard>
  );
}

interface FieldsProps {
  ask: GetFieldProps<Values>;
  form: UseFormReturn<Values>;
  adds: boolean;
}
function Fields({ ask, form: { control, formState, getValues, trigger, watch }, adds }: FieldsProps) {
  const { t } = useTranslation("schedules");
  const [start_time, end_time, zone, kind] = watch(["start_time", "end_time", "timezone", "kind"]);
  const isLater = (end: string) => end !== getValues("start_time") || t("invalid.same");
  return (
    <>
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
            onChange: () => formState.isSubmitted && void trigger("end_time"),
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
      {adds && (
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
    </>
  );
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
