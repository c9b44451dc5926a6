import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { onConflict } from "@/api/gen/choices";
import { AreaField } from "@/ui/fields/AreaField";
import { ChoiceCards } from "@/ui/fields/ChoiceCards";
import { FieldRow } from "@/ui/fields/FieldGroup";
import { NumberField, TextField } from "@/ui/fields/fields";
import type { GetFieldProps } from "@/ui/fields/useFieldProps";
import css from "./ProposeDialog.module.css";
import type { RequestValues } from "./requestValues";
import { WindowFields } from "./WindowFields";

interface Props {
  /** Sentence above the fields. */
  about?: string;
  ask: GetFieldProps<RequestValues>;
  form: UseFormReturn<RequestValues>;
}
const scheduled = ["apply_from", "from_time", "apply_until", "until_time", "targets", "wait_minutes", "after"] as const;

/** Fields of a change request: its texts, and a section with window, first records, order and conflicts. */
export function RequestFields({ about, ask, form }: Props) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "propose" });
  const { t: schedule } = useTranslation("changeRequests", { keyPrefix: "schedule" });
  const { t: facts } = useTranslation("changeRequests", { keyPrefix: "facts" });
  const { t: rules } = useTranslation("changeRequests", { keyPrefix: "onConflict" });
  const { errors } = form.formState;
  const [isOpen, setOpen] = useState(() => scheduled.some((name) => form.getValues(name) !== ""));
  return (
    <>
      {about && <p className={`soft ${css.about}`}>{about}</p>}
      <TextField label={t("name")} autoComplete="off" {...ask("title", { missing: t("missing.title") })} />
      <AreaField label={t("reason")} {...ask("reason", { missing: t("missing.reason") })} />
      <TextField label={t("ticket")} type="url" autoComplete="off" {...ask("ticket")} />
      <details
        className={css.schedule}
        // Invalid fields must be visible.
        open={isOpen || [...scheduled, "on_conflict" as const].some((name) => errors[name])}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary>{schedule("title")}</summary>
        <ScheduleFields ask={ask} form={form} />
        <ChoiceCards
          legend={facts("onConflict")}
          choices={onConflict.map((value) => ({ value, title: rules(value) }))}
          {...ask("on_conflict")}
        />
      </details>
    </>
  );
}

function ScheduleFields({ ask, form }: Props) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "schedule" });
  const { t: facts } = useTranslation("changeRequests", { keyPrefix: "facts" });
  const [targets, wait] = form.watch(["targets", "wait_minutes"]);
  return (
    <>
      <p className="soft">{t("about")}</p>
      <WindowFields
        ask={ask}
        form={form}
        names={["apply_from", "from_time", "apply_until", "until_time"]}
        labels={[facts("applyFrom"), t("fromTime"), facts("applyUntil"), t("untilTime")]}
        missing={t("missing", { returnObjects: true })}
        check={(from, until) => Date.parse(from) < Date.parse(until) || t("endsTooEarly")}
      />
      <FieldRow>
        <NumberField
          label={t("first")}
          hint={t("firstHint")}
          {...ask("targets", { required: wait !== "", missing: t("missing.first") })}
        />
        <NumberField label={t("wait")} hint={targets ? t("waitHint") : undefined} {...ask("wait_minutes")} />
      </FieldRow>
      <NumberField label={t("after")} {...ask("after")} />
    </>
  );
}
