import { Message } from "../feedback/Message";
import type { Column } from "../table/columnTypes";
import { DataTable } from "../table/DataTable";
import css from "./ListScreen.module.css";

interface Props<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  rowLink?: (row: Row) => string | undefined;
  marked?: ReadonlySet<string | number> | undefined;
  empty: string;
}

/** List that arrives completely with its record. */
export function TableCard<Row>({ rows, marked, empty, ...table }: Props<Row>) {
  return (
    <div className={css.card}>
      <DataTable
        rows={rows}
        instead={rows.length === 0 ? <Message icon="search" text={empty} /> : undefined}
        {...(marked && { marked })}
        {...table}
      />
    </div>
  );
}
