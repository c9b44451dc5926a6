import { Button } from "@blueprintjs/core";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { grouped } from "@/lib/numbers";
import type { ListQuery } from "@/lib/useListQuery";
import { type Column, DataTable } from "./DataTable";
import { SearchField } from "./fields/SearchField";
import css from "./ListScreen.module.css";
import { Message } from "./Message";
import { Page } from "./Page";
import { Pager } from "./Pager";

/** What a list's hook hands over. */
export interface ListState<Row> {
  rows: readonly Row[] | undefined;
  total: number;
  pageSize: number;
  error: Error | undefined;
  loading: boolean;
  retry: () => unknown;
}
interface Props<Row, Name extends string> {
  title: string;
  actions?: ReactNode;
  query: ListQuery<Name | "search">;
  list: ListState<Row>;
  search: { label: string; hint: string; delay: number };
  filters?: ReactNode;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string | number;
  rowLink?: (row: Row) => string;
  empty: { none: string; noMatch: string; noMatchHint: string };
}

/** Every list of the console: title and actions, search and filters, the table in each of its states, the pager. */
export function ListScreen<Row, Name extends string>(props: Props<Row, Name>) {
  const { title, actions, query, list, search, filters, columns, rowKey, rowLink, empty } = props;
  const { t } = useTranslation();
  const overflows = !list.error && list.total > list.pageSize;
  useExistingPage(query, list);

  function insteadOfRows() {
    if (list.error)
      return (
        <Message alert icon="warning" text={t("genericError")} error={list.error}>
          <Button text={t("retry")} loading={list.loading} onClick={() => void list.retry()} />
        </Message>
      );
    if (list.rows?.length !== 0) return null;
    if (!query.filtered) return <Message icon="search" text={empty.none} />;
    return <Message icon="search" text={empty.noMatch} hint={empty.noMatchHint} />;
  }
  return (
    <Page
      title={title}
      actions={actions}
      count={overflows && t("records", { count: list.total, formatted: grouped(list.total) })}
    >
      <search className={css.filters}>
        <div className={css.search}>
          <SearchField
            {...search}
            value={query.values.search}
            cleared={query.cleared}
            onSearch={(text) => query.set({ search: text } as Partial<Record<Name | "search", string>>)}
          />
        </div>
        {filters}
        {query.filtered && <Button variant="minimal" size="medium" text={t("clearFilters")} onClick={query.clear} />}
      </search>
      <div className={css.card}>
        <DataTable
          caption={title}
          columns={columns}
          rows={list.rows}
          rowKey={rowKey}
          {...(rowLink && { rowLink })}
          stale={list.loading && !!list.rows}
          instead={insteadOfRows()}
        />
        {overflows && list.rows && (
          <Pager page={query.page} pageSize={list.pageSize} total={list.total} onPage={query.goTo} />
        )}
      </div>
    </Page>
  );
}

/** A page beyond the last, from an old link or after deletions: the last one takes its place. */
function useExistingPage(query: ListQuery<string>, { rows, total, pageSize, loading }: ListState<unknown>) {
  const last = Math.max(1, Math.ceil(total / pageSize));
  const beyond = !loading && rows !== undefined && query.page > last;
  const { goTo } = query;
  useEffect(() => {
    if (beyond) goTo(last, { replace: true });
  }, [beyond, last, goTo]);
}
