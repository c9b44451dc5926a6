import { Button } from "@blueprintjs/core";
import { type ReactNode, useContext, useEffect, useMemo } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import type { LiveKind } from "@/api/gen/choices";
import { useLiveRecords } from "@/api/useLiveRecords";
import { useGenericError } from "@/lib/errors/useGenericError";
import type { ListState } from "@/lib/list/listState";
import type { Order, Pages } from "@/lib/list/useListQuery";
import { Message } from "../feedback/Message";
import { arrangeColumns, type NamedColumn } from "../table/columnLayout";
import type { Column } from "../table/columnTypes";
import { DataTable, type RowDetails, type TableProps } from "../table/DataTable";
import css from "./ListScreen.module.css";
import { ListContext, ListToolsPlace } from "./listContext";
import { Pager, type Range } from "./Pager";

export interface ListCardProps<Row> {
  caption: string;
  list: ListState<Row>;
  /** Kind of the records in the rows, whose keys are their ids. The list reads again when a colleague changes or adds one. */
  kind?: LiveKind;
  pages: Pages;
  /** Must be stable. */
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string | number;
  rowLink?: (row: Row) => string | undefined;
  details?: RowDetails<Row>;
  /** Keys of rows that were just added or changed. */
  marked?: ReadonlySet<string | number>;
  /** Sorting, if the list has sortable columns. */
  ordering?: { order: Order | null; orderBy: (order: Order | null) => void };
  /** Renders the table if rows can be moved or selected. */
  table?: (table: TableProps<Row>) => ReactNode;
  /** Message if the rows fail to load, if it differs from the default; null if it appears elsewhere. */
  failed?: string | null;
  /** Text of the pager for the range of rows, if it differs from the default. */
  range?: (range: Range) => string;
  /** Text for an empty list: no records yet, or no matches. */
  empty: { text: string; hint?: string };
  /** The filters are in the address, so that they can be saved as a view. */
  views?: boolean;
}

/** True if the rows do not fit on the smallest page (B-12). */
export const overflows = ({ total, error }: ListState<unknown>, { sizing, perpage }: Pages) =>
  !error && total > (sizing?.sizes[0] ?? perpage);

/** Content of every list: the table in each of its states, and the pager. */
export function ListCard<Row>({
  list,
  kind,
  pages,
  failed,
  range,
  empty,
  table,
  views = false,
  columns: own,
  ...props
}: ListCardProps<Row>) {
  const { t } = useTranslation();
  const generic = useGenericError();
  const frame = useContext(ListContext);
  const place = useContext(ListToolsPlace);
  const { reading } = list;
  const choices = reading && frame?.columnsOf(reading.path);
  const all = useMemo(() => arrangeColumns(own, choices), [own, choices]);
  const columns = useMemo(() => all.filter(({ shown }) => shown).map(({ column }) => column), [all]);
  useExistingPage(list, pages);
  const ids = kind && list.rows ? list.rows.map((row) => Number(props.rowKey(row))) : [];
  // The newest records come first, so a new one belongs on the first page.
  const concerns = (id: number) => ids.includes(id) || (pages.page === 1 && id > Math.max(0, ...ids));
  useLiveRecords(kind ?? null, concerns, list.reload);

  function insteadOfRows() {
    if (list.error) {
      const retry = <Button text={t("retry")} loading={list.loading} onClick={() => void list.reload()} />;
      if (failed === null) return <div>{retry}</div>;
      return (
        <Message alert icon="warning" text={failed ?? generic()} error={list.error}>
          {retry}
        </Message>
      );
    }
    if (list.rows?.length !== 0) return null;
    return <Message icon="search" {...empty} />;
  }
  const drawn = { rows: list.rows, stale: list.loading && !!list.rows, instead: insteadOfRows(), columns, ...props };
  const tools = frame && reading && (
    <frame.Tools
      caption={props.caption}
      reading={reading}
      // Exports contain only exact matches, and there are none.
      total={list.spelt?.length ? 0 : list.total}
      columns={all as unknown as readonly NamedColumn[]}
      own={own as unknown as readonly Column<never>[]}
      views={views}
    />
  );
  return (
    <>
      {place === undefined ? tools : place && createPortal(tools, place)}
      <div className={css.card}>
        {table ? table(drawn) : <DataTable {...drawn} />}
        {overflows(list, pages) && list.rows && (
          <Pager of={props.caption} pages={pages} total={list.total} formatRange={range} />
        )}
      </div>
    </>
  );
}

/**
 * Correct a page beyond the last one, from an old link or after deletions, to the last page. A page that failed to
 * load stays.
 */
function useExistingPage({ rows, total, loading, error }: ListState<unknown>, { page, perpage, goTo }: Pages) {
  const last = Math.max(1, Math.ceil(total / perpage));
  const beyond = !loading && !error && rows !== undefined && page > last;
  useEffect(() => {
    if (beyond) goTo(last, { replace: true });
  }, [beyond, last, goTo]);
}
