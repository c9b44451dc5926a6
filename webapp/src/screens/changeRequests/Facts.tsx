import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "@/app/paths";
import { formatMoment } from "@/lib/dates";
import { labelOf } from "@/lib/labels";
import { formatNumber, plural } from "@/lib/numbers";
import { Detail } from "@/ui/cells/cells";
import { StatusTag } from "@/ui/cells/StatusTag";
import css from "./ChangeRequestScreen.module.css";
import type { ChangeRequestDetail } from "./shared/changeRequests";
import { useStatus } from "./useStatus";

type RequestFilter = ChangeRequestDetail["filters"][number];

/** Reason, status, author, filters and times of a request. */
export function Facts({ detail: { request, filters } }: { detail: ChangeRequestDetail }) {
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
      {filters.map((filter, index) => (
        <Filter key={String(index)} filter={filter} />
      ))}
      {request.undoes && <RequestLink name={t("facts.undoes")} id={request.undoes} />}
      {request.undone_by && <RequestLink name={t("facts.undoneBy")} id={request.undone_by} />}
      {request.proposed_from && <RequestLink name={t("facts.proposedFrom")} id={request.proposed_from} />}
      {request.proposed_again_as && <RequestLink name={t("facts.proposedAgainAs")} id={request.proposed_again_as} />}
      {request.differences !== null && (
        <Detail name={t("facts.differences")}>{formatNumber(request.differences)}</Detail>
      )}
      {request.after && <RequestLink name={t("facts.after")} id={request.after} />}
      {request.apply_from && <Detail name={t("facts.applyFrom")}>{formatMoment(request.apply_from)}</Detail>}
      {request.apply_until && <Detail name={t("facts.applyUntil")}>{formatMoment(request.apply_until)}</Detail>}
      {request.canary && (
        <Detail name={t("facts.canary")}>
          {request.canary.wait_minutes === null
            ? t("facts.canaryPause", { formatted: formatNumber(request.canary.targets) })
            : t("facts.canaryWait", {
                formatted: formatNumber(request.canary.targets),
                count: request.canary.wait_minutes,
              })}
        </Detail>
      )}
      {request.applied_by && <Detail name={t("facts.applied")}>{byAt(request.applied_by, request.applied_at)}</Detail>}
      {request.end_reason && (
        <Detail name={t("facts.end")}>
          {[labelOf(t("endReasons", { returnObjects: true }), request.end_reason), request.end_note]
            .filter(Boolean)
            .join(": ")}
        </Detail>
      )}
      {request.closed_by && <Detail name={t("facts.closed")}>{byAt(request.closed_by, request.closed_at)}</Detail>}
    </dl>
  );
}

/** Filter whose records a request changes, and how many more match by now. */
function Filter({ filter: { where, matched, matches_now } }: { filter: RequestFilter }) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "facts" });
  const conditions = Object.entries(where).map(([name, value]) => `${name}=${value}`);
  const more = (matches_now ?? 0) - matched;
  return (
    <Detail name={t("filter")}>
      <p>{conditions.join(", ") || t("allRecords")}</p>
      <p>
        {t("matched", plural(matched))} {more > 0 && t("matchMore", plural(more))}
      </p>
    </Detail>
  );
}

function RequestLink({ name, id }: { name: string; id: number }) {
  const { t } = useTranslation("changeRequests");
  return (
    <Detail name={name}>
      <Link to={paths.changeRequest({ requestId: id })}>{t("one", { id })}</Link>
    </Detail>
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
