import { Button } from "@blueprintjs/core";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { type Column, DataTable, type RowDetails } from "./DataTable";
import type { ListState } from "./ListScreen";
import css from "./ListScreen.module.css";
import { Message } from "./Message";
import { Pager } from "./Pager";

interface Props<Row> {
  caption: string;
  list: ListState<Row>;
  page: number;
  onPage: (page: number, how?: { replace: boolean }) => void;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string | number;
  details?: RowDetails<Row>;
  failed: string;
  /** What stands there without rows: nothing yet, or nothing that matches. */
  empty: { text: string; hint?: string };
}

/** A list inside a record's tab: the table in each of its states, and the pager. */
export function ListCard<Row>({ list, page, onPage, caption, columns, rowKey, details, failed, empty }: Props<Row>) {
  const { t } = useTranslation();
  const overflows = !list.error && list.total > list.pageSize;
  const last = Math.max(1, Math.ceil(list.total / list.pageSize));
  const beyond = !list.loading && !list.error && list.rows !== undefined && page > last;
  useEffect(() => {
    if (beyond) onPage(last, { replace: true });
  }, [beyond, last, onPage]);

  function insteadOfRows() {
    if (list.error)
      return (
        <Message alert icon="warning" text={failed} error={list.error}>
          <Button text={t("retry")} loading={list.loading} onClick={() => void list.retry()} />
        </Message>
      );
    if (list.rows?.length !== 0) return null;
    return <Message icon="search" {...empty} />;
  }
  return (
    <div className={css.card}>
      <DataTable
        caption={caption}
        columns={columns}
        rows={list.rows}
        rowKey={rowKey}
        {...(details && { details })}
        stale={list.loading && !!list.rows}
        instead={insteadOfRows()}
      />
      {overflows && list.rows && <Pager page={page} pageSize={list.pageSize} total={list.total} onPage={onPage} />}
    </div>
  );
}
