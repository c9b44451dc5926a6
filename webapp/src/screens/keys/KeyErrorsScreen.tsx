import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "@/app/paths";
import { formatNumber } from "@/lib/format/numbers";
import { useListQuery } from "@/lib/list/useListQuery";
import { FilterSelect } from "@/ui/filters/FilterSelect";
import { ErrorScreen } from "@/ui/layout/ErrorScreen";
import { Page } from "@/ui/layout/Page";
import { Toolbar } from "@/ui/layout/Toolbar";
import { PageSkeleton } from "@/ui/lazy/PageSkeleton";
import { TableCard } from "@/ui/list/TableCard";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import { errorFilters, type KeyErrorGroup, useKeyChoices, useKeyLogSummary } from "./keys";
import { OmittedRequests } from "./OmittedRequests";

/** Refused requests of API keys, grouped by call and error code. */
export function KeyErrorsScreen() {
  const { t } = useTranslation("keys");
  const query = useListQuery(errorFilters);
  const { key } = query.values;
  const { data, failure } = useKeyLogSummary(key);
  const keys = useKeyChoices();
  const columns = useColumns(key);
  const title = t("errors.title");
  const parent = { text: t("title"), to: paths.keys() };
  if (failure && !data) return <ErrorScreen title={title} parent={parent} {...failure} />;
  if (!data) return <PageSkeleton />;
  const { days, errors, error_groups: groups } = data.data;
  return (
    <Page title={title} actions={<Link to={paths.keyLog({ key })}>{t("log.all")}</Link>}>
      <Toolbar>
        <FilterSelect label={t("columns.key")} options={keys} {...query.choiceOf("key")} />
      </Toolbar>
      <OmittedRequests days={days} />
      {groups > errors.length && (
        <p className="soft">{t("errors.shown", { shown: formatNumber(errors.length), all: formatNumber(groups) })}</p>
      )}
      <TableCard
        caption={title}
        columns={columns}
        rows={errors}
        rowKey={({ call_name, code, status }) => `${call_name} ${code} ${status}`}
        empty={t("errors.empty")}
      />
    </Page>
  );
}

function useColumns(key: string): Column<KeyErrorGroup>[] {
  const { t } = useTranslation("keys");
  return useMemo(() => {
    const logOf = ({ call_name, code }: KeyErrorGroup) => paths.keyLog({ key, call: call_name, code: code ?? "" });
    return [
      column.text("call_name", t("columns.call"), 160, ({ call_name }) => call_name, { heading: true }),
      column.text("code", t("columns.code"), 150, ({ code }) => code),
      column.figure("status", t("columns.status"), 80, ({ status }) => String(status)),
      column.figure("total", t("columns.requests"), 100, ({ total }) => formatNumber(total), { to: logOf }),
      column.moment("first_at", t("columns.first"), 104, ({ first_at }) => first_at),
      column.moment("last_at", t("columns.last"), 104, ({ last_at }) => last_at),
      column.number("last_request", t("columns.lastRequest"), 226, ({ last_request }) => last_request),
    ];
  }, [t, key]);
}
