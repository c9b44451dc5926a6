import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { requestSelection, requestStatus } from "@/api/gen/choices";
import { proposableCalls } from "@/api/gen/proposableCalls";
import { useSession } from "@/api/useSession";
import { paths } from "@/app/paths";
import { callTexts } from "@/lib/format/callTexts";
import { labelOf } from "@/lib/format/labels";
import { formatNumber } from "@/lib/format/numbers";
import { useListQuery } from "@/lib/list/useListQuery";
import { FilterSelect } from "@/ui/filters/FilterSelect";
import { ListScreen } from "@/ui/list/ListScreen";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import { parseRecord, recordName } from "./records";
import {
  type ListedRequest,
  listFilters,
  type RequestsQuery,
  useChangeRequests,
  useRequestAuthors,
} from "./shared/changeRequests";
import { useStatus } from "./useStatus";

/** Labels that end without an action. */
const calm: ReadonlySet<string> = new Set(["scheduled", "canary", "planning", "frozen", "checking"]);
const labelTone = (label: string) => (calm.has(label) ? "neutral" : "waiting");
const addressOf = ({ id }: ListedRequest) => paths.changeRequest({ requestId: id });

/** Change requests whose calls the user may make, newest first. */
export function ChangeRequestsScreen() {
  const { t } = useTranslation("changeRequests");
  const query = useListQuery(listFilters);
  const list = useChangeRequests(query);
  const columns = useColumns();
  return (
    <ListScreen
      title={t("title")}
      actions={<Link to={paths.changePolicies()}>{t("policies.title")}</Link>}
      live
      query={query}
      list={list}
      search={{ label: t("filters.search"), hint: t("filters.searchHint") }}
      filters={<Filters query={query} rows={list.rows} />}
      columns={columns}
      rowKey={({ id }) => id}
      rowLink={addressOf}
      empty={{ none: t("empty"), noMatch: t("noMatch"), noMatchHint: t("noMatchHint") }}
    />
  );
}

interface FiltersProps {
  query: RequestsQuery;
  rows: readonly ListedRequest[] | undefined;
}
function Filters({ query, rows = [] }: FiltersProps) {
  const { t } = useTranslation("changeRequests");
  const calls = callTexts(t);
  const selections = { ...t("labels", { returnObjects: true }), ...t("filters", { returnObjects: true }) };
  const authors = useAuthors(rows);
  const { record } = query.values;
  return (
    <>
      <FilterSelect
        label={t("filters.only")}
        options={requestSelection.map((value) => ({ value, label: selections[value] }))}
        {...query.choiceOf("only")}
      />
      <FilterSelect
        label={t("columns.status")}
        options={requestStatus.map((value) => ({ value, label: t(`statuses.${value}`) }))}
        {...query.choiceOf("status")}
      />
      <FilterSelect label={t("columns.author")} options={authors} {...query.choiceOf("author")} />
      <FilterSelect
        label={t("columns.calls")}
        options={Object.keys(proposableCalls).map((value) => ({ value, label: labelOf(calls, value) ?? value }))}
        {...query.choiceOf("call")}
      />
      {record && (
        <FilterSelect
          label={t("filters.record")}
          options={[{ value: record, label: recordName(parseRecord(record), t("records", { returnObjects: true })) }]}
          {...query.choiceOf("record")}
        />
      )}
    </>
  );
}

/** The user, then all other authors by name. Those of the page are known before the list of authors is. */
function useAuthors(rows: readonly ListedRequest[]) {
  const { t } = useTranslation("changeRequests");
  const me = useSession()?.user.id;
  const listedAuthors = useRequestAuthors();
  const authors = new Map(rows.map(({ author_id, author_name }) => [author_id, author_name]));
  for (const { id, name } of listedAuthors) authors.set(id, name);
  const others = [...authors]
    .filter(([id]) => id !== me)
    .map(([id, label]) => ({ value: String(id), label }))
    .sort((a, b) => a.label.localeCompare(b.label));
  return [{ value: String(me), label: t("filters.me") }, ...others];
}

function useColumns(): Column<ListedRequest>[] {
  const { t } = useTranslation("changeRequests");
  const statusOf = useStatus();
  return useMemo(() => {
    const calls = callTexts(t);
    const labels = t("labels", { returnObjects: true });
    return [
      column.link("title", t("columns.title"), 250, ({ title }) => title, addressOf),
      column.text("author_name", t("columns.author"), 130, ({ author_name }) => author_name),
      column.text("calls", t("columns.calls"), 150, (request) =>
        request.calls.map((call) => labelOf(calls, call)).join(", "),
      ),
      column.figure("targets", t("columns.targets"), 80, ({ targets }) => formatNumber(targets)),
      column.status("status", t("columns.status"), 115, ({ status }) => statusOf(status)),
      column.status("label", t("columns.label"), 140, ({ label }) =>
        label === null ? null : { text: labelOf(labels, label) ?? label, tone: labelTone(label) },
      ),
      column.moment("revised_at", t("columns.revised"), 100, ({ revised_at }) => revised_at),
    ];
  }, [t, statusOf]);
}
