import { useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { maxPageSize } from "@/api/gen/constants";
import type { ProposedChange } from "@/api/proposedChanges";
import { formatNumber } from "@/lib/format/numbers";
import { AreaField } from "@/ui/fields/AreaField";
import type { GetFieldProps } from "@/ui/fields/useFieldProps";
import { FormDialog } from "@/ui/form/FormDialog";
import { SelectedChips } from "@/ui/input/SelectedChips";
import css from "./ChangeRequestScreen.module.css";
import { recordName } from "./records";
import {
  type DialogProps,
  readChanges,
  readRequest,
  reviseChanges,
  reviseRequest,
  sendProposal,
  useRefreshRequests,
  useTargets,
} from "./shared/changeRequests";
import { RequestFields } from "./shared/RequestFields";
import { type RequestValues, requestRules, scheduleOf, toFormValues } from "./shared/requestValues";

type Values = RequestValues & { removed: readonly number[]; added: string };
const noPaging = { page: 1, perpage: maxPageSize };

/**
 * Revise an open request: its records, its texts, its time window and its handling of conflicts. The server reads the
 * values that the changes would replace again. Refused if someone else has revised the request since the page was read,
 * because their revision would be lost; the input stays.
 */
export function ReviseDialog({ detail, onClose }: DialogProps) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "revise" });
  const { t: propose } = useTranslation("changeRequests", { keyPrefix: "propose" });
  const refresh = useRefreshRequests();
  const [read, setRead] = useState(detail.request);
  const changes = useRef<ProposedChange[]>([]);

  async function readAgain(values: Values) {
    const { request } = await readRequest(read.id);
    const refuse = (source: string, title: string) => new ApiError(409, [{ source, title }]);
    if (request.digest !== read.digest) {
      setRead(request);
      void refresh();
      throw refuse("request_id", t("revised", { number: formatNumber(request.revision) }));
    }
    changes.current = reviseChanges(await readChanges(read.id), new Set(values.removed), idsIn(values.added));
    if (changes.current.length === 0) throw refuse("request_id", t("noneLeft"));
    return values;
  }
  return (
    <FormDialog<Values, Awaited<ReturnType<typeof sendProposal>>>
      title={t("title")}
      submit={t("submit")}
      width={560}
      initial={{ ...toFormValues(detail.request), removed: [], added: "" }}
      draft={`changeRequestRevision.${read.id}`}
      rules={requestRules}
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
          <RequestFields
            about={t("about")}
            ask={ask as unknown as GetFieldProps<RequestValues>}
            form={form as unknown as UseFormReturn<RequestValues>}
          />
          <Records requestId={read.id} ask={ask} form={form} />
        </>
      )}
    </FormDialog>
  );
}

/** Ids in pasted text, such as "41, 42" or a column of a spreadsheet. */
const idsIn = (text: string) => [...new Set(text.split(/[\s,;]+/).filter(Boolean))].map(Number);

interface RecordsProps {
  requestId: number;
  ask: GetFieldProps<Values>;
  form: UseFormReturn<Values>;
}
/** The records of the request, of which some can be left out, and a field for further ones. */
function Records({ requestId, ask, form }: RecordsProps) {
  const { t } = useTranslation("changeRequests");
  const { rows = [], total } = useTargets(requestId, noPaging, "");
  const removed = form.watch("removed");
  const names = t("records", { returnObjects: true });
  return (
    <details className={css.records}>
      <summary>{t("revise.records")}</summary>
      <SelectedChips
        label={t("revise.records")}
        picked={rows
          .filter(({ position }) => !removed.includes(position))
          .map((target) => ({ key: String(target.position), text: recordName(target, names) }))}
        onRemove={(position) => form.setValue("removed", [...removed, Number(position)], { shouldDirty: true })}
      />
      {total > rows.length && <p className="soft">{t("revise.firstOnly", { formatted: formatNumber(rows.length) })}</p>}
      <AreaField
        label={t("revise.added")}
        hint={t("revise.addedHint")}
        {...ask("added", { also: (text) => /^[\d\s,;]*$/.test(text) || t("revise.ids") })}
      />
    </details>
  );
}
