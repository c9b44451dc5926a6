import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { statusClass } from "@/api/gen/choices";
import { paths } from "@/app/paths";
import { useListQuery } from "@/lib/list/useListQuery";
import { FilterSelect } from "@/ui/filters/FilterSelect";
import { ListScreen } from "@/ui/list/ListScreen";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import { type KeyRequest, type LogQuery, logFilters, useKeyChoices, useKeyLogSummary, useKeyRequests } from "./keys";
import { OmittedRequests } from "./OmittedRequests";

/** Requests of API keys in the last seven days. */
export function KeyLogScreen() {
  const { t } = useTranslation("keys");
  const query = useListQuery(logFilters);
  const list = useKeyRequests(query);
  const { data } = useKeyLogSummary(query.values.key);
  const columns = useColumns();
  return (
    <ListScreen
      title={t("log.title")}
      actions={<Link to={paths.keyErrors(query.values.key)}>{t("log.errors")}</Link>}
      live
      query={query}
      list={list}
      filters={<Filters query={query} />}
      columns={columns}
      rowKey={({ id }) => id}
      empty={{ none: t("log.empty"), noMatch: t("log.noMatch"), noMatchHint: t("log.noMatchHint") }}
    >
      <OmittedRequests days={data?.data.days} />
    </ListScreen>
  );
}

function Filters({ query }: { query: LogQuery }) {
  const { t } = useTranslation("keys");
  const keys = useKeyChoices();
  return (
    <>
      <FilterSelect label={t("columns.key")} options={keys} {...query.choiceOf("key")} />
      <FilterSelect
        label={t("columns.status")}
        options={statusClass.map((value) => ({ value, label: t(`statuses.${value}`) }))}
        {...query.choiceOf("status")}
      />
      {(["call", "code"] as const).map(
        (name) =>
          query.values[name] && (
            <FilterSelect
              key={name}
              label={t(`columns.${name}`)}
              options={[{ value: query.values[name], label: query.values[name] }]}
              {...query.choiceOf(name)}
            />
          ),
      )}
    </>
  );
}

function useColumns(): Column<KeyRequest>[] {
  const { t } = useTranslation("keys");
  return useMemo(
    () => [
      column.moment("occurred_at", t("columns.time"), 172, ({ occurred_at }) => occurred_at, { wrap: false }),
      column.text("key_name", t("columns.key"), 124, ({ key_name }) => key_name),
      column.text(["call_name", "method"], t("columns.call"), 170, ({ call_name }) => call_name, {
        note: ({ method }) => method,
        heading: true,
      }),
      column.status("status", t("columns.status"), 80, ({ status }) => ({
        text: String(status),
        tone: status < 400 ? "good" : status < 500 ? "waiting" : "bad",
      })),
      column.text("codes", t("columns.code"), 148, ({ codes }) => codes.join(", ")),
      column.figure("duration_ms", t("columns.duration"), 96, ({ duration_ms }) => duration_ms.toFixed(1)),
      column.number("request", t("columns.request"), 226, ({ request }) => request),
      column.number("ip_address", t("columns.address"), 130, ({ ip_address }) => ip_address, {
        below: t("columns.request"),
      }),
    ],
    [t],
  );
}
