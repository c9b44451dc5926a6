import { useTranslation } from "react-i18next";
import { formatMoment } from "@/lib/dates";
import { labelOf } from "@/lib/labels";
import { formatNumber } from "@/lib/numbers";
import { Detail } from "@/ui/cells/cells";
import { StatusTag } from "@/ui/cells/StatusTag";
import css from "./ChangeRequestScreen.module.css";
import type { ChangeRequest } from "./shared/changeRequests";
import { useStatus } from "./useStatus";

/** Reason, status, author and times of a request. */
export function Facts({ request }: { request: ChangeRequest }) {
  const { t } = useTranslation("changeRequests");
  const statusOf = useStatus();
  const byAt = (name: string | null, moment: string | null) =>
    name && moment && t("facts.byAt", { name, moment: formatMoment(moment) });
  const revised = { number: formatNumber(request.revision), moment: formatMoment(request.revised_at) };
  return (
    <dl>
      <Detail name={t("columns.status")}>
        <StatusTag {...statusOf(request.status)} />
      </Detail>
      <Detail name={t("facts.reason")}>
        <span className={css.reason}>{request.reason}</span>
      </Detail>
      <Detail name={t("facts.ticket")}>{request.ticket && <Ticket address={request.ticket} />}</Detail>
      <Detail name={t("facts.author")}>{request.author_name}</Detail>
      <Detail name={t("facts.created")}>{formatMoment(request.created_at)}</Detail>
      <Detail name={t("facts.revision")}>{t("facts.revised", revised)}</Detail>
      <Detail name={t("facts.onConflict")}>
        {labelOf(t("onConflict", { returnObjects: true }), request.on_conflict)}
      </Detail>
      {request.applied_by && <Detail name={t("facts.applied")}>{byAt(request.applied_by, request.applied_at)}</Detail>}
      {request.closed_by && <Detail name={t("facts.closed")}>{byAt(request.closed_by, request.closed_at)}</Detail>}
    </dl>
  );
}

/** Link to a ticket. The server accepts web addresses only; any other text is no link. */
function Ticket({ address }: { address: string }) {
  if (!/^https?:\/\//i.test(address)) return address;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {address}
    </a>
  );
}
