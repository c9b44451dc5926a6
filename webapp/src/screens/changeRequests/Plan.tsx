import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "@/app/paths";
import { labelOf } from "@/lib/format/labels";
import { formatNumber, plural } from "@/lib/format/numbers";
import { formatMoment } from "@/lib/time/dates";
import { Detail } from "@/ui/cells/cells";
import css from "./ChangeRequestScreen.module.css";
import type { ChangeRequest, ChangeRequestDetail } from "./shared/changeRequests";

type RequestFilter = ChangeRequestDetail["filters"][number];

/** Reason, author, times, filters and related requests. Empty facts are left out. */
export function Plan({ detail: { request, filters } }: { detail: ChangeRequestDetail }) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "facts" });
  const { t: texts } = useTranslation("changeRequests");
  const at = (moment: string | null) => moment && formatMoment(moment);
  const byAt = (name: string | null, moment: string | null) =>
    moment && (name ? t("byAt", { name, moment: formatMoment(moment) }) : formatMoment(moment));
  const link = (id: number | null) =>
    id && <Link to={paths.changeRequest({ requestId: id })}>{texts("one", { id })}</Link>;
  const canaryText = useCanaryText();
  const revised = { number: formatNumber(request.revision), moment: formatMoment(request.revised_at) };
  return (
    <dl>
      <Fact name={t("reason")} value={<span className={css.reason}>{request.reason}</span>} />
      <Fact name={t("ticket")} value={request.ticket && <Ticket address={request.ticket} />} />
      <Fact name={t("author")} value={byAt(request.author_name, request.created_at)} />
      <Fact name={t("revision")} value={request.revision > 1 && t("revised", revised)} />
      <Fact name={t("applyFrom")} value={at(request.apply_from)} />
      <Fact name={t("applyUntil")} value={at(request.apply_until)} />
      <Fact name={t("canary")} value={request.canary && canaryText(request.canary)} />
      <Fact name={t("after")} value={link(request.after)} />
      <Fact name={t("onConflict")} value={labelOf(texts("onConflict", { returnObjects: true }), request.on_conflict)} />
      {filters.map((filter) => (
        <Fact key={JSON.stringify(filter)} name={t("filter")} value={<Filter filter={filter} />} />
      ))}
      <Fact name={t("undoes")} value={link(request.undoes)} />
      <Fact name={t("undoneBy")} value={link(request.undone_by)} />
      <Fact name={t("proposedFrom")} value={link(request.proposed_from)} />
      <Fact name={t("proposedAgainAs")} value={link(request.proposed_again_as)} />
      <Fact name={t("differences")} value={request.differences === null ? null : formatNumber(request.differences)} />
      <Fact name={t("applied")} value={byAt(request.applied_by, request.applied_at)} />
      <Fact name={t("closed")} value={byAt(request.closed_by, request.closed_at)} />
    </dl>
  );
}

/** Number of records that are changed first, and what happens then. */
export function useCanaryText() {
  const { t } = useTranslation("changeRequests", { keyPrefix: "facts" });
  return ({ targets, wait_minutes: count }: NonNullable<ChangeRequest["canary"]>) => {
    const formatted = formatNumber(targets);
    return count === null ? t("canaryPause", { formatted }) : t("canaryWait", { formatted, count });
  };
}

const Fact = ({ name, value }: { name: string; value: ReactNode }) => value && <Detail name={name}>{value}</Detail>;

/** Filter whose records a request changes, and how many more match by now. */
function Filter({ filter: { where, matched, matches_now } }: { filter: RequestFilter }) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "facts" });
  const conditions = Object.entries(where).map(([name, value]) => `${name}=${value}`);
  const extraMatches = (matches_now ?? 0) - matched;
  return (
    <>
      <p>{conditions.join(", ") || t("allRecords")}</p>
      <p>
        {t("matched", plural(matched))} {extraMatches > 0 && t("matchMore", plural(extraMatches))}
      </p>
    </>
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
