// biome-ignore-all lint/a11y/noRedundantRoles: the phone style sheet turns rows into cards, which removes the implicit roles
import { Classes } from "@blueprintjs/core";
import {
  type ComponentProps,
  type CSSProperties,
  Fragment,
  memo,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { usePhoneWidth } from "@/lib/hooks/usePhoneWidth";
import { useScrollEdges } from "@/lib/hooks/useScrollEdges";
import type { Order } from "@/lib/list/useListQuery";
import { Was } from "../cells/Was";
import { useRowMarks } from "../display/useChangeMark";
import { IconButton } from "../icons/IconButton";
import type { Column } from "./columnTypes";
import css from "./DataTable.module.css";
import { isStacked, measureStack, type Stack, stackColumns } from "./stackedRows";
import { useRowNavigation } from "./useRowNavigation";

/** Details of a row beyond its columns, shown below it on request. */
export interface RowDetails<Row> {
  label: (row: Row) => string;
  content: (row: Row) => ReactNode;
}
/** Narrow first column, such as a drag handle or a checkbox. It renders the rows, so it can change each of them. */
export interface Lead<Row> {
  head: ReactNode;
  /** Rows can be dragged, so they must show their new order at once. */
  moves?: boolean;
  row: (props: RowProps<Row>) => ReactNode;
}
export interface TableProps<Row> {
  caption: string;
  /** Must be stable; otherwise every row renders again on every change. */
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  rowLink?: (row: Row) => string | undefined;
  /** Must be stable. */
  details?: RowDetails<Row>;
  lead?: Lead<Row>;
  /** Keys of rows that were just added or changed. */
  marked?: ReadonlySet<string | number>;
  ordering?: { order: Order | null; orderBy: (order: Order | null) => void };
  /** The rows are the previous ones; the next are loading. */
  stale?: boolean;
  /** Replaces the rows. */
  instead?: ReactNode;
}

const columnsWidth = (width: number) => ({ "--columns": `${width}px` }) as CSSProperties;
/** Width of a column: its own width plus its share of the free width of the card. */
const widthOf = ({ width, grow }: { width: number; grow: number }, all: number, shares: number) =>
  shares ? `calc(${width}px + max(0px, 100cqw - ${all + 2}px) * ${grow / shares})` : width;
const detailsWidth = 48;
const leadWidth = 44;
const detailsColumn = { header: "details", width: detailsWidth };
const leadColumn = { header: "lead", width: leadWidth };
const markedFrame = { "data-marked": true };
const skeletonRows = Array.from({ length: 10 }, (_, index) => index);

/** List of the console: an HTML table, with skeleton bars while loading. On a phone each row is a card. */
export function DataTable<Row>({
  caption,
  columns,
  rows: newest,
  rowKey,
  rowLink,
  details,
  lead,
  marked,
  ordering,
  stale: outdated = false,
  instead,
}: TableProps<Row>) {
  const { t } = useTranslation();
  // Rendering rows can block a slow computer, so it runs deferred, in interruptible steps.
  const drawn = useDeferredValue(newest);
  const rows = lead?.moves ? newest : newest && drawn;
  const stale = outdated || (rows !== undefined && rows !== newest);
  const pointer = useRowNavigation();
  const area = useRef<HTMLElement>(null);
  useScrollEdges(area);
  const isPhone = usePhoneWidth();
  // A card on a phone shows columns without stacking.
  const stacks = useMemo(
    () => (isPhone ? columns.map((column): Stack<Row> => [column]) : stackColumns(columns)),
    [columns, isPhone],
  );
  const sizes = stacks.map(measureStack);
  const beside = (details ? detailsWidth : 0) + (lead ? leadWidth : 0);
  const width = sizes.reduce((sum, size) => sum + size.width, beside);
  const skeleton = [...(lead ? [leadColumn] : []), ...sizes, ...(details ? [detailsColumn] : [])];
  const rowOf = (row: Row): RowProps<Row> => ({
    row,
    stacks,
    link: rowLink?.(row),
    details,
    ...(marked?.has(rowKey(row)) && { frame: markedFrame }),
  });
  const shares = sizes.reduce((sum, { grow }) => sum + grow, 0);
  return (
    <div className={css.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it */}
      <section ref={area} className={css.scroll} tabIndex={0} aria-label={caption}>
        <table className={css.table} style={columnsWidth(width)} role="table" aria-busy={!rows || stale}>
          <caption className="hidden">{caption}</caption>
          <colgroup>
            {lead && <col style={{ width: leadWidth }} />}
            {sizes.map((size) => (
              <col key={size.header} style={{ width: widthOf(size, width, shares) }} />
            ))}
            {details && <col style={{ width: detailsWidth }} />}
          </colgroup>
          <thead role="rowgroup">
            <tr role="row">
              {lead && (
                <th scope="col" role="columnheader">
                  {lead.head}
                </th>
              )}
              {stacks.map((stack) => (
                <Heading key={stack[0].header} stack={stack} ordering={ordering} beside={!!details} />
              ))}
              {details && (
                <th scope="col" role="columnheader" className={css.toggle}>
                  <span className="hidden">{t("details")}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody role="rowgroup" className={stale ? css.stale : undefined} {...pointer}>
            {instead ? (
              <tr role="row" className={css.instead}>
                <td role="cell" colSpan={skeleton.length}>
                  {instead}
                </td>
              </tr>
            ) : rows ? (
              rows.map((row) =>
                lead ? (
                  <Fragment key={rowKey(row)}>{lead.row(rowOf(row))}</Fragment>
                ) : (
                  <TableRow key={rowKey(row)} {...rowOf(row)} />
                ),
              )
            ) : (
              skeletonRows.map((index) => <SkeletonRow key={index} columns={skeleton} index={index} />)
            )}
          </tbody>
        </table>
      </section>
    </div>
  );
}

type Ordering = TableProps<never>["ordering"];

interface HeadingProps<Row> {
  stack: Stack<Row>;
  ordering: Ordering;
  /** The rows have details; their button stands after the actions. */
  beside: boolean;
}
/** Headers of the stacked columns of a cell. */
function Heading<Row>({ stack, ordering, beside }: HeadingProps<Row>) {
  const [upper, ...lower] = stack;
  const { align, actions } = upper;
  const orders = stack.map((column) => orderOf(column, ordering));
  const order = orders.find((way) => way && way !== "none") ?? orders.find(Boolean);
  return (
    <th
      scope="col"
      role="columnheader"
      data-align={align}
      data-pinned={actions}
      data-beside={(beside && actions) || undefined}
      aria-sort={order}
    >
      <span data-head>
        <HeadingText column={upper} ordering={ordering} />
      </span>
      {lower.length > 0 && (
        <div className={css.lowerHeading}>
          {lower.map((column) => (
            <span key={column.header} data-head>
              <HeadingText column={column} ordering={ordering} />
            </span>
          ))}
        </div>
      )}
    </th>
  );
}

/** Sort direction of a column; undefined if the column is not sortable. */
function orderOf<Row>({ order: by }: Column<Row>, ordering: Ordering) {
  if (!by || !ordering) return undefined;
  if (ordering.order?.by !== by) return "none";
  return ordering.order.descending ? "descending" : "ascending";
}

/**
 * Header of a column. A sortable column has a button that cycles through ascending, descending and the default order.
 */
function HeadingText<Row>({ column, ordering }: { column: Column<Row>; ordering: Ordering }) {
  const { header, head, order: by } = column;
  const way = orderOf(column, ordering);
  if (!way || !by || !ordering) return head ?? header;
  const [up, down] = [
    { by, descending: false },
    { by, descending: true },
  ];
  // Numbers sort descending first.
  const next =
    column.align === "end"
      ? { none: down, descending: up, ascending: null }[way]
      : { none: up, ascending: down, descending: null }[way];
  return (
    <button type="button" className={css.order} data-way={way} onClick={() => ordering.orderBy(next)}>
      {header}
      <span aria-hidden="true">{{ none: "↕", ascending: "↑", descending: "↓" }[way]}</span>
    </button>
  );
}

export interface RowProps<Row> {
  row: Row;
  /** Columns grouped by cell. Must be stable. */
  stacks: readonly Stack<Row>[];
  link: string | undefined;
  details: RowDetails<Row> | undefined;
  /** Content of the narrow first column. */
  lead?: ReactNode;
  /** Properties of the row element. */
  frame?: Pick<ComponentProps<"tr">, "ref" | "style" | "aria-selected"> & {
    "data-moving"?: boolean | undefined;
    "data-marked"?: boolean;
    "data-chosen"?: boolean;
  };
}
/** The column that names a row; it heads the card. */
const headingOf = <Row,>(stacks: readonly Stack<Row>[]) =>
  stacks.flat().find(({ heading }) => heading) ?? stacks[0]?.[0];

function PlainRow<Row>({ row, stacks, link, details, lead, frame }: RowProps<Row>) {
  const [open, setOpen] = useState(false);
  const heading = headingOf(stacks);
  const { ref: own, marks } = useRowMarks();
  const { ref: outer, ...place } = frame ?? {};
  const ref = useCallback(
    (element: HTMLTableRowElement | null) => {
      own.current = element;
      if (typeof outer === "function") return outer(element);
      if (outer) outer.current = element;
      return undefined;
    },
    [own, outer],
  );
  return (
    <>
      <tr
        role="row"
        data-row
        data-link={link}
        data-opens={details && true}
        data-open={open || undefined}
        ref={ref}
        {...place}
      >
        {lead && (
          <td role="cell" className={css.lead}>
            {lead}
          </td>
        )}
        {stacks.map((stack) => {
          const [column] = stack;
          const stacked = isStacked(stack);
          return (
            <td
              key={column.header}
              role="cell"
              data-changed={(!stacked && column.header in marks) || undefined}
              data-stack={stacked || undefined}
              data-header={stacked || column.actions ? undefined : column.header}
              data-align={column.align}
              data-wrap={(!stacked && column.wrap) || undefined}
              data-bare={(typeof column.bare === "function" ? column.bare(row) : column.bare) || undefined}
              data-heading={column === heading || undefined}
              data-standing={column.standing}
              data-pinned={column.actions}
              data-beside={(details && column.actions) || undefined}
            >
              {stacked ? <StackedFields stack={stack} row={row} marks={marks} /> : column.cell(row)}
              {!stacked && <Was value={marks[column.header]} />}
            </td>
          );
        })}
        {details && (
          <td role="cell" className={css.toggle}>
            <IconButton icon="open" label={details.label(row)} expanded={open} onClick={() => setOpen(!open)} />
          </td>
        )}
      </tr>
      {details && open && (
        <tr role="row" className={css.details}>
          <td role="cell" colSpan={stacks.length + (lead ? 2 : 1)}>
            {details.content(row)}
          </td>
        </tr>
      )}
    </>
  );
}
interface StackedProps<Row> {
  stack: Stack<Row>;
  row: Row;
  /** Earlier values of the marked fields, by their headers. */
  marks: Readonly<Record<string, string>>;
}
/** Fields of one cell: the first on one line, all others on the line below. */
function StackedFields<Row>({ stack: [upper, ...lower], row, marks }: StackedProps<Row>) {
  return (
    <>
      <div
        className={css.line}
        data-header={upper.header}
        data-wrap={upper.wrap || undefined}
        data-changed={upper.header in marks || undefined}
      >
        {upper.cell(row)}
        <Was value={marks[upper.header]} />
      </div>
      <div className={css.lower}>
        {lower.map(({ header, cell }) => (
          <div key={header} className={css.line} data-header={header} data-changed={header in marks || undefined}>
            {cell(row)}
            <Was value={marks[header]} />
          </div>
        ))}
      </div>
    </>
  );
}

export const TableRow = memo(PlainRow) as typeof PlainRow;

interface SkeletonColumn {
  header: string;
  width: number;
  stacked?: boolean;
}

/** A row in its final height, so that nothing moves when the data arrives. */
function SkeletonRow({ columns, index }: { columns: readonly SkeletonColumn[]; index: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a skeleton row has no focusable content and is not data
    <tr aria-hidden="true">
      {columns.map((column) => (
        <td
          key={column.header}
          data-heading={column === columns[0] || undefined}
          data-stack={column.stacked || undefined}
        >
          <div
            className={Classes.SKELETON}
            style={{ width: `${45 + ((index * 37 + column.width) % 5) * 10}%`, height: 14 }}
          />
        </td>
      ))}
    </tr>
  );
}
