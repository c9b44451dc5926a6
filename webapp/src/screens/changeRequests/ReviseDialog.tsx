import { useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { reviseChangeRequestRules } from "@/api/gen/rules";
import type { ProposedChange } from "@/api/proposedChanges";
import { useSession } from "@/api/useSession";
import { formatNumber } from "@/lib/numbers";
import { FormDialog } from "@/ui/FormDialog";
import { AreaField } from "@/ui/fields/AreaField";
import { DayField, useDayRule } from "@/ui/fields/DayField";
import { FieldRow } from "@/ui/fields/FieldGroup";
import { TextField } from "@/ui/fields/fields";
import { TimeField } from "@/ui/fields/TimeField";
import type { GetFieldProps } from "@/ui/fields/useFieldProps";
import css from "./ChangeRequestScreen.module.css";
import type { DialogProps } from "./requestActions";
import { isWindowEmpty, type ReviseValues, scheduleOf, toFormValues } from "./reviseValues";
import { readChanges, readRequest, reviseRequest, sendProposal, useRefreshRequests } from "./shared/changeRequests";
import { OnConflictField } from "./shared/OnConflictField";

const { title, reason, ticket, on_conflict, apply_from, apply_until } = reviseChangeRequestRules;
const rules = { title, reason, ticket, on_conflict, apply_from, apply_until };

/**
 * Revise an open request: its texts, its time window and its handling of conflicts. The changes stay, and the server
 * reads the values that they would replace again. Refused if someone else has revised the request since the page was
 * read, because their revision would be lost; the input stays.
 */
export function ReviseDialog({ detail, onClose }: DialogProps) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "revise" });
  const { t: propose } = useTranslation("changeRequests", { keyPrefix: "propose" });
  const me = useSession()?.user.id;
  const refresh = useRefreshRequests();
  const [read, setRead] = useState(detail.request);
  const changes = useRef<ProposedChange[]>([]);

  async function readAgain(values: ReviseValues) {
    const { request } = await readRequest(read.id);
    if (request.digest !== read.digest) {
      setRead(request);
      void refresh();
      const number = formatNumber(request.revision);
      throw new ApiError(409, [{ source: "request_id", title: t("revised", { number }) }]);
    }
    changes.current = await readChanges(read.id);
    return values;
  }
  return (
    <FormDialog
      title={t("title")}
      submit={t("submit")}
      width={560}
      initial={toFormValues(detail.request)}
      draft={`changeRequestRevision.${read.id}`}
      rules={rules}
      shown={{ fields: { title: propose("name"), reason: propose("reason"), ticket: propose("ticket") } }}
      call={null}
      withoutCommand
      startsChanged
      prepare={readAgain}
      toRequest={(values) => reviseRequest(read, values, scheduleOf(values, read), changes.current)}
      send={sendProposal}
      done={(answer) => t("done", { number: formatNumber(answer?.data.request.revision ?? read.revision + 1) })}
      onSent={refresh}
      onClose={onClose}
    >
      {(ask, form) => (
        <>
          <p className={`soft ${css.about}`}>{t(read.author_id === me ? "about" : "takesOver")}</p>
          <TextField
            label={propose("name")}
            autoComplete="off"
            {...ask("title", { missing: propose("missing.title") })}
          />
          <AreaField label={propose("reason")} {...ask("reason", { missing: propose("missing.reason") })} />
          <TextField label={propose("ticket")} type="url" autoComplete="off" {...ask("ticket")} />
          <OnConflictField {...ask("on_conflict")} />
          <WindowFields ask={ask} form={form} />
        </>
      )}
    </FormDialog>
  );
}

interface WindowProps {
  ask: GetFieldProps<ReviseValues>;
  form: UseFormReturn<ReviseValues>;
}
function WindowFields({ ask, form: { control, formState, getValues, trigger, watch } }: WindowProps) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "revise" });
  const { t: facts } = useTranslation("changeRequests", { keyPrefix: "facts" });
  const isDay = useDayRule();
  const [from, fromTime, until, untilTime] = watch(["apply_from", "from_time", "apply_until", "until_time"]);
  const isOrdered = () => !isWindowEmpty(getValues()) || t("endsTooEarly");
  const checkAgain = () =>
    void (formState.isSubmitted && trigger(["apply_from", "from_time", "apply_until", "until_time"]));
  return (
    <>
      <FieldRow>
        <DayField
          label={facts("applyFrom")}
          control={control}
          {...ask("apply_from", {
            required: fromTime !== "",
            missing: t("missing.day"),
            also: isDay,
            onChange: checkAgain,
          })}
        />
        <TimeField
          label={t("fromTime")}
          also={fromTime}
          {...ask("from_time", { required: from !== "", missing: t("missing.time"), onChange: checkAgain })}
        />
      </FieldRow>
      <FieldRow>
        <DayField
          label={facts("applyUntil")}
          control={control}
          {...ask("apply_until", {
            required: untilTime !== "",
            missing: t("missing.day"),
            also: (day) => {
              const result = isDay(day);
              return result === true ? isOrdered() : result;
            },
            onChange: checkAgain,
          })}
        />
        <TimeField
          label={t("untilTime")}
          also={untilTime}
          {...ask("until_time", { required: until !== "", missing: t("missing.time"), onChange: checkAgain })}
        />
      </FieldRow>
    </>
  );
}
