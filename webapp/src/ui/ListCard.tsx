import { Button } from "@blueprintjs/core";
import { type ReactNode, useContext, useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ListState } from "@/lib/listState";
import { useGenericError } from "@/lib/useGenericError";
import type { Order, Pages } from "@/lib/useListQuery";
import { type Column, DataTable, type RowDetails, type TableProps } from "./DataTable";
import css from "./ListScreen.module.css";
import { ListFrameContext } from "./listFrame";
import { Message } from "./Message";
import { Pager, type Range } from "./Pager";
import { arranged, type NamedColumn } from "./shownColumns";

export interface ListCardProps<Row> {
  caption: string;
  list: ListState<Row>;
  pages: Pages;
  /** Stable. */
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string | number;
  rowLink?: (row: Row) => string | undefined;
  details?: RowDetails<Row>;
  /** Rows that came or changed a moment ago, by their keys. */
  marked?: ReadonlySet<string | number>;
  /** Where columns can be ordered by. */
  ordering?: { order: Order | null; orderBy: (order: Order | null) => void };
  /** Draws the table where its rows can be more than read: moved, chosen. */
  table?: (table: TableProps<Row>) => ReactNode;
  /** Said when the rows do not come, if not the words every list has; null where it is said elsewhere. */
  failed?: string | null;
  /** How the pager says which rows these are, if not as every list does. */
  range?: (range: Range) => string;
  /** What stands there without rows: nothing yet, or nothing that matches. */
  empty: { text: string; hint?: string };
  /** Its filters stand in the address, so that they can be saved as a view. */
  views?: boolean;
}

/** Whether the rows do not fit on the smallest page there is (B-12). */
export const overflows = ({ total, error }: ListState<unknown>, { sizing, perpage }: Pages) =>
  !error && total > (sizing?.sizes[0] ?? perpage);

/** The inside of every list: the table in each of its states, and the pager. */
export function ListCard<Row>({
  list,
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
  const frame = useContext(ListFrameContext);
  const { reading } = list;
  const wanted = reading && frame?.columnsOf(reading.path);
  const all = useMemo(() => arranged(own, wanted), [own, wanted]);
  const columns = useMemo(() => all.filter(({ shown }) => shown).map(({ column }) => column), [all]);
  useExistingPage(list, pages);

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
  return (
    <>
      {frame && reading && (
        <frame.Tools
          caption={props.caption}
          reading={reading}
          // A file holds what matches exactly, and nothing does.
          total={list.spelt?.length ? 0 : list.total}
          columns={all as unknown as readonly NamedColumn[]}
          own={own as unknown as readonly Column<never>[]}
          views={views}
        />
      )}
      <div className={css.card}>
        {table ? table(drawn) : <DataTable {...drawn} />}
        {overflows(list, pages) && list.rows && (
          <Pager of={props.caption} pages={pages} total={list.total} said={range} />
        )}
      </div>
    </>
  );
}

/** A page beyond the last, from an old link or after deletions: the last one takes its place. One that failed stays. */
function useExistingPage({ rows, total, loading, error }: ListState<unknown>, { page, perpage, goTo }: Pages) {
  const last = Math.max(1, Math.ceil(total / perpage));
  const beyond = !loading && !error && rows !== undefined && page > last;
  useEffect(() => {
    if (beyond) goTo(last, { replace: true });
  }, [beyond, last, goTo]);
}
