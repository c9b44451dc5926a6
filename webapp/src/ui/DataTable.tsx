// biome-ignore-all lint/a11y/noRedundantRoles: a phone's style sheet turns rows into cards, which takes the roles from the elements
import { Classes } from "@blueprintjs/core";
import { type CSSProperties, type MouseEvent, memo, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import css from "./DataTable.module.css";
import { IconButton } from "./IconButton";

export interface Column<Row> {
  key: string;
  header: string;
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
  /** The rows are the ones before; the next are on their way. */
  stale?: boolean;
  /** Takes the place of the rows. */
  instead?: ReactNode;
}

const columnsWidth = (width: number) => ({ "--columns": `${width}px` }) as CSSProperties;
const detailsWidth = 48;
const detailsColumn = { key: "details", width: detailsWidth };
const skeletonRows = Array.from({ length: 10 }, (_, index) => index);

/** The console's list: a real table, in grey bars while it loads; on a phone each row is a card. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowLink,
  details,
  stale = false,
  instead,
}: Props<Row>) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const width = columns.reduce((sum, column) => sum + column.width, details ? detailsWidth : 0);
  function follow(event: MouseEvent<HTMLTableSectionElement>) {
    const target = event.target as HTMLElement;
    const row = target.closest<HTMLElement>("tr[data-link]");
    if (!row?.dataset.link || target.closest("a, button, input, select, label, [role=dialog], [role=alertdialog]"))
      return;
    if (event.detail > 1 || event.metaKey || event.ctrlKey || event.shiftKey || getSelection()?.toString()) return;
    // Dialogs are drawn elsewhere, but React passes their clicks through the row that opened them.
    if (event.currentTarget.contains(target)) navigate(row.dataset.link);
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever scrolls by keyboard has to get in
    <section className={css.scroll} tabIndex={0} aria-label={caption}>
      <table className={css.table} style={columnsWidth(width)} role="table" aria-busy={!rows || stale}>
        <caption className="hidden">{caption}</caption>
        <colgroup>
          {columns.map((column) => (
            <col key={column.key} style={{ width: column.width }} />
          ))}
          {details && <col style={{ width: detailsWidth }} />}
        </colgroup>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.key} scope="col" role="columnheader" data-align={column.align}>
                {column.header}
              </th>
            ))}
            {details && (
              <th scope="col" role="columnheader">
                <span className="hidden">{t("details")}</span>
              </th>
            )}
          </tr>
        </thead>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: a shortcut for the pointer; keys have the link in the row */}
        <tbody role="rowgroup" className={stale ? css.stale : undefined} onClick={follow}>
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
      <tr role="row" data-link={link} data-open={open || undefined}>
        {columns.map((column) => (
          <td
            key={column.key}
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

function SkeletonRow({ columns, index }: { columns: readonly { key: string; width: number }[]; index: number }) {
  return (
    <tr role="row">
      {columns.map((column) => (
        <td key={column.key} role="cell">
          <div
            className={Classes.SKELETON}
            style={{ width: `${45 + ((index * 37 + column.width) % 5) * 10}%`, height: 14 }}
          />
        </td>
      ))}
    </tr>
  );
}
