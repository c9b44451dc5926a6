import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import type { ProposedChange } from "@/api/proposedChanges";
import { formatNumber } from "@/lib/numbers";
import { FormDialog } from "@/ui/FormDialog";
import css from "./ChangeRequestScreen.module.css";
import type { DialogProps } from "./requestActions";
import { readChanges, readRequest, reviseRequest, sendProposal, useRefreshRequests } from "./shared/changeRequests";
import { RequestFields } from "./shared/RequestFields";
import { type RequestValues, requestRules, scheduleOf, toFormValues } from "./shared/requestValues";

/**
 * Revise an open request: its texts, its time window and its handling of conflicts. The changes stay, and the server
 * reads the values that they would replace again. Refused if someone else has revised the request since the page was
 * read, because their revision would be lost; the input stays.
 */
export function ReviseDialog({ detail, onClose }: DialogProps) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "revise" });
  const { t: propose } = useTranslation("changeRequests", { keyPrefix: "propose" });
  const refresh = useRefreshRequests();
  const [read, setRead] = useState(detail.request);
  const changes = useRef<ProposedChange[]>([]);

  async function readAgain(values: RequestValues) {
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
          <p className={`soft ${css.about}`}>{t("about")}</p>
          <RequestFields ask={ask} form={form} />
        </>
      )}
    </FormDialog>
  );
}
