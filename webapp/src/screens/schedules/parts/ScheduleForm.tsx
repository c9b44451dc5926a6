import { useEffect } from "react";
import { Controller, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ApiError, isSilent } from "@/api/errors";
import { day as days } from "@/api/gen/choices";
import { timezones } from "@/api/gen/constants";
import { addScheduleRules } from "@/api/gen/rules";
import { useFailureText, useServerText } from "@/lib/useFailureText";
import { useOnce } from "@/lib/useOnce";
import { FormCard } from "@/ui/FormCard";
import { ChoiceCards } from "@/ui/fields/ChoiceCards";
import { FieldRow } from "@/ui/fields/FieldGroup";
import { NumberField } from "@/ui/fields/fields";
import { SelectField } from "@/ui/fields/SelectField";
import { TimeField } from "@/ui/fields/TimeField";
import { TogglePicks } from "@/ui/fields/TogglePicks";
import { useAsk } from "@/ui/fields/useAsk";
import { notify } from "@/ui/notify";
import { useFailureNotice } from "@/ui/useFailureNotice";
import { type Kept, useKept } from "@/ui/useKept";
import {
  emptyValues,
  endsNextDay,
  type Place,
  type Schedule,
  saveSchedule,
  toggled,
  type Values,
  valuesOf,
} from "./schedules";

const { start_time, end_time, discounted_fees } = addScheduleRules;
const rules = { start_time, end_time, discounted_fees };
const kinds = ["ordinary", "discounted"] as const;

interface Props {
  place: Place;
  /** The hours that are edited; without any the form adds new ones. */
  editing: Schedule | null;
  onDone: (saved: Schedule | null) => void;
}

/** Adds hours, or changes them: then it says so, and Cancel leads back. */
export function ScheduleForm({ place, editing, onDone }: Props) {
  const { t } = useTranslation("schedules");
  const form = useForm<Values>({ defaultValues: emptyValues() });
  const { control, reset, setFocus, watch } = form;
  const ask = useAsk(form, rules, false);
  const kept = useKept(form, editing ? `schedule.${editing.id}` : `schedules.${place.clinicId}.${place.doctorId}`);
  const send = useSend(form, kept, { place, editing, onDone });
  const [start_time, end_time, zone, kind] = watch(["start_time", "end_time", "timezone", "kind"]);

  useEffect(() => {
    reset(editing ? valuesOf(editing) : emptyValues());
    if (editing) setFocus("start_time");
  }, [editing, reset, setFocus]);

  const isLater = (end: string) => end !== form.getValues("start_time") || t("invalid.same");
  return (
    <FormCard
      headed
      label={t(editing ? "form.edit" : "form.new")}
      submit={t(editing ? "form.save" : "form.add")}
      busy={send.busy}
      unsaved={form.formState.isDirty}
      kept={kept}
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
          <TogglePicks
            legend={t("form.days")}
            choices={days.map((day) => ({ value: day, text: t(`days.${day}`) }))}
            picked={value}
            error={error?.message}
            required
            firstRef={ref}
            onToggle={(day) => onChange(toggled(value, day))}
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
  );
}

/** Sends the form once; what the server says of a field stands beside it, the rest in a notification. */
function useSend(form: ReturnType<typeof useForm<Values>>, kept: Kept, { place, editing, onDone }: Props) {
  const { t } = useTranslation("schedules");
  const textOf = useFailureText();
  const said = useServerText();
  const notice = useFailureNotice();
  return useOnce(async (values: Values) => {
    notice.forget();
    try {
      await saveSchedule(place, values, editing);
    } catch (error) {
      if (isSilent(error)) return;
      const problems = error instanceof ApiError ? error.problems.filter(({ source }) => source in values) : [];
      for (const { source, title } of problems)
        form.setError(source as keyof Values, { type: "server", message: said(title) }, { shouldFocus: true });
      if (problems.length === 0) notice.say(textOf(error, t("failed.save")));
      return;
    }
    kept.done();
    notify.success(t(editing ? "updated" : "added"));
    form.reset(emptyValues());
    onDone(editing);
  });
}
