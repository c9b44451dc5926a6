// biome-ignore-all lint/a11y/noRedundantRoles: a phone's style sheet turns rows into cards, which takes the roles from the elements
import { Classes } from "@blueprintjs/core";
import { type CSSProperties, memo, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Order } from "@/lib/useListQuery";
import css from "./DataTable.module.css";
import { IconButton } from "./IconButton";
import { useRowPointer } from "./useRowPointer";

export interface Column<Row> {
  /** Its name, which no other column of the table has. */
  header: string;
  /** Stands for the header where that is more than its words. */
  head?: ReactNode;
  /** The name it is ordered by, where it can be. */
  order?: string;
  /** In pixels on the narrowest table that still has columns; wider ones share out the rest in proportion. */
  width: number;
  /** Figures stand on the right. */
  align?: "end";
  /** Long text takes a second line. */
  wrap?: boolean;
  /** What can be done with the row: on a phone's card it has a line of its own, without its header. */
  actions?: boolean;
  cell: (row: Row) => ReactNode;
}
/** What a row has beside its columns, shown below it when asked for. */
export interface RowDetails<Row> {
  label: (row: Row) => string;
  content: (row: Row) => ReactNode;
}
interface Props<Row> {
  caption: string;
  /** Stable, or every row is drawn again with every change. */
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  rowLink?: (row: Row) => string | undefined;
  /** Stable as well. */
  details?: RowDetails<Row>;
  ordering?: { order: Order | null; orderBy: (order: Order | null) => void };
  /** The rows are the ones before; the next are on their way. */
  stale?: boolean;
  /** Takes the place of the rows. */
  instead?: ReactNode;
}

const columnsWidth = (width: number) => ({ "--columns": `${width}px` }) as CSSProperties;
const detailsWidth = 48;
const detailsColumn = { header: "details", width: detailsWidth };
const skeletonRows = Array.from({ length: 10 }, (_, index) => index);

/** The console's list: a real table, in grey bars while it loads; on a phone each row is a card. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowLink,
  details,
  ordering,
  stale = false,
  instead,
}: Props<Row>) {
  const { t } = useTranslation();
  const pointer = useRowPointer();
  const width = columns.reduce((sum, column) => sum + column.width, details ? detailsWidth : 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever scrolls by keyboard has to get in
    <section className={css.scroll} tabIndex={0} aria-label={caption}>
      <table className={css.table} style={columnsWidth(width)} role="table" aria-busy={!rows || stale}>
        <caption className="hidden">{caption}</caption>
        <colgroup>
          {columns.map((column) => (
            <col key={column.header} style={{ width: column.width }} />
          ))}
          {details && <col style={{ width: detailsWidth }} />}
        </colgroup>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <Heading key={column.header} column={column} ordering={ordering} />
            ))}
            {details && (
              <th scope="col" role="columnheader">
                <span className="hidden">{t("details")}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup" className={stale ? css.stale : undefined} {...pointer}>
          {instead ? (
            <tr role="row" className={css.instead}>
              <td role="cell" colSpan={columns.length + (details ? 1 : 0)}>
                {instead}
              </td>
            </tr>
          ) : rows ? (
            rows.map((row) => (
              <TableRow key={rowKey(row)} row={row} columns={columns} link={rowLink?.(row)} details={details} />
            ))
          ) : (
            skeletonRows.map((index) => (
              <SkeletonRow key={index} columns={details ? [...columns, detailsColumn] : columns} index={index} />
            ))
          )}
        </tbody>
      </table>
    </section>
  );
}

type Ordering = Props<never>["ordering"];

/** A column's header; where it can be ordered by, the button that does it: up, down, and back to the list's own order. */
function Heading<Row>({ column, ordering }: { column: Column<Row>; ordering: Ordering }) {
  const { header, head, align, order: by } = column;
  const cell = { scope: "col", role: "columnheader", "data-align": align } as const;
  if (!by || !ordering) return <th {...cell}>{head ?? header}</th>;
  const { order, orderBy } = ordering;
  const way = order?.by !== by ? "none" : order.descending ? "descending" : "ascending";
  const next = { none: { by, descending: false }, ascending: { by, descending: true }, descending: null }[way];
  return (
    <th {...cell} aria-sort={way}>
      <button type="button" className={css.order} onClick={() => orderBy(next)}>
        {header}
        <span aria-hidden="true">{{ none: "↕", ascending: "↑", descending: "↓" }[way]}</span>
      </button>
    </th>
  );
}

interface RowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  link: string | undefined;
  details: RowDetails<Row> | undefined;
}
function PlainRow<Row>({ row, columns, link, details }: RowProps<Row>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <tr role="row" data-link={link} data-opens={details && true} data-open={open || undefined}>
        {columns.map((column) => (
          <td
            key={column.header}
            role="cell"
            data-header={column.actions ? undefined : column.header}
            data-align={column.align}
            data-wrap={column.wrap}
          >
            {column.cell(row)}
          </td>
        ))}
        {details && (
          <td role="cell" className={css.toggle}>
            <IconButton icon="open" label={details.label(row)} expanded={open} onClick={() => setOpen(!open)} />
          </td>
        )}
      </tr>
      {details && open && (
        <tr role="row" className={css.details}>
          <td role="cell" colSpan={columns.length + 1}>
            {details.content(row)}
          </td>
        </tr>
      )}
    </>
  );
}
const TableRow = memo(PlainRow) as typeof PlainRow;

function SkeletonRow({ columns, index }: { columns: readonly { header: string; width: number }[]; index: number }) {
  return (
    <tr role="row">
      {columns.map((column) => (
        <td key={column.header} role="cell">
          <div
            className={Classes.SKELETON}
            style={{ width: `${45 + ((index * 37 + column.width) % 5) * 10}%`, height: 14 }}
          />
        </td>
      ))}
    </tr>
  );
}
