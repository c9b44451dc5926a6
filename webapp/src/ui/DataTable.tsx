// biome-ignore-all lint/a11y/noRedundantRoles: a phone's style sheet turns rows into cards, which takes the roles from the elements
import { Classes } from "@blueprintjs/core";
import {
  type ComponentProps,
  type CSSProperties,
  Fragment,
  memo,
  type ReactNode,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import type { Order } from "@/lib/useListQuery";
import css from "./DataTable.module.css";
import { IconButton } from "./IconButton";
import { measureStack, type Stack, stackColumns } from "./stacks";
import { usePhoneWidth } from "./usePhoneWidth";
import { useRowPointer } from "./useRowPointer";
import { useScrollEdges } from "./useScrollEdges";

export interface Column<Row> {
  /** Its name, which no other column of the table has. */
  header: string;
  /** Stands for the header where that is more than its words. */
  head?: ReactNode;
  /** The name it is ordered by, where it can be. */
  order?: string;
  /** In pixels on the narrowest table that still has columns. */
  width: number;
  /** Its share of the room a wider table has, beside the others' shares; without any, all grow in proportion. */
  grow?: number;
  /** Figures stand on the right. */
  align?: "end";
  /** Long text takes a second line. */
  wrap?: boolean;
  /** The header of the column whose cell it shares, as a further line, while it stands directly after it. */
  below?: string;
  /** What can be done with the row: on a phone's card it has a line of its own, without its header. */
  actions?: boolean;
  /** Its values say themselves what they are: on a phone's card they stand without its header. */
  bare?: boolean | ((row: Row) => boolean);
  /** What the row is called, where that is not the first column: a phone's card is headed by it. */
  heading?: boolean;
  /** How the row stands: on a phone's card beside what it is called. */
  standing?: boolean;
  /** What of the row it shows, where its cell does not say: it names the column, and is what an export writes. */
  value?: (row: Row) => unknown;
  cell: (row: Row) => ReactNode;
}
/** What a row has beside its columns, shown below it when asked for. */
export interface RowDetails<Row> {
  label: (row: Row) => string;
  content: (row: Row) => ReactNode;
}
/** A narrow column before the others: a handle, a box to tick. It draws the rows, so that it has a say in each. */
export interface Lead<Row> {
  head: ReactNode;
  /** Rows are moved by it: they stand where they were put at once. */
  moves?: boolean;
  row: (props: RowProps<Row>) => ReactNode;
}
export interface TableProps<Row> {
  caption: string;
  /** Stable, or every row is drawn again with every change. */
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  rowLink?: (row: Row) => string | undefined;
  /** Stable as well. */
  details?: RowDetails<Row>;
  lead?: Lead<Row>;
  /** Rows that came or changed a moment ago, by their keys. */
  marked?: ReadonlySet<string | number>;
  ordering?: { order: Order | null; orderBy: (order: Order | null) => void };
  /** The rows are the ones before; the next are on their way. */
  stale?: boolean;
  /** Takes the place of the rows. */
  instead?: ReactNode;
}

const columnsWidth = (width: number) => ({ "--columns": `${width}px` }) as CSSProperties;
/** A column's own width and its share of what the card, but for its edges, has left. */
const widthOf = ({ width, grow }: { width: number; grow: number }, all: number, shares: number) =>
  shares ? `calc(${width}px + max(0px, 100cqw - ${all + 2}px) * ${grow / shares})` : width;
const detailsWidth = 48;
const leadWidth = 44;
const detailsColumn = { header: "details", width: detailsWidth };
const leadColumn = { header: "lead", width: leadWidth };
const markedFrame = { "data-marked": true };
const skeletonRows = Array.from({ length: 10 }, (_, index) => index);

/** The console's list: a real table, in grey bars while it loads; on a phone each row is a card. */
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
  // Drawing rows takes long enough to keep a slow computer from answering: it is done piece by piece beside that.
  const drawn = useDeferredValue(newest);
  const rows = lead?.moves ? newest : newest && drawn;
  const stale = outdated || (rows !== undefined && rows !== newest);
  const pointer = useRowPointer();
  const area = useRef<HTMLElement>(null);
  useScrollEdges(area);
  const isPhone = usePhoneWidth();
  // A phone's card has a place for each column.
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people who scroll with the keyboard have to reach it */}
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
  /** The rows have details, whose button stands after the actions. */
  beside: boolean;
}
/** The headers of the columns of a cell, where their fields stand in it. */
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

/** Which way the list is ordered by a column; nothing if it cannot be. */
function orderOf<Row>({ order: by }: Column<Row>, ordering: Ordering) {
  if (!by || !ordering) return undefined;
  if (ordering.order?.by !== by) return "none";
  return ordering.order.descending ? "descending" : "ascending";
}

/** A column's header; if it can be ordered by, the button that does it: up, down, and back to the list's own order. */
function HeadingText<Row>({ column, ordering }: { column: Column<Row>; ordering: Ordering }) {
  const { header, head, order: by } = column;
  const way = orderOf(column, ordering);
  if (!way || !by || !ordering) return head ?? header;
  const [up, down] = [
    { by, descending: false },
    { by, descending: true },
  ];
  // Figures are looked at from the largest.
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
  /** The columns by the cells they stand in. Stable. */
  stacks: readonly Stack<Row>[];
  link: string | undefined;
  details: RowDetails<Row> | undefined;
  /** What stands in the narrow column before the others. */
  lead?: ReactNode;
  /** What the row is drawn with beside its cells. */
  frame?: Pick<ComponentProps<"tr">, "ref" | "style" | "aria-selected"> & {
    "data-moving"?: boolean | undefined;
    "data-marked"?: boolean;
    "data-chosen"?: boolean;
  };
}
/** What a row is called by: a phone's card begins with it. */
const headingOf = <Row,>(stacks: readonly Stack<Row>[]) =>
  stacks.flat().find(({ heading }) => heading) ?? stacks[0]?.[0];

function PlainRow<Row>({ row, stacks, link, details, lead, frame }: RowProps<Row>) {
  const [open, setOpen] = useState(false);
  const heading = headingOf(stacks);
  return (
    <>
      <tr role="row" data-row data-link={link} data-opens={details && true} data-open={open || undefined} {...frame}>
        {lead && (
          <td role="cell" className={css.lead}>
            {lead}
          </td>
        )}
        {stacks.map((stack) => {
          const [column] = stack;
          const isStack = stack.length > 1;
          return (
            <td
              key={column.header}
              role="cell"
              data-stack={isStack || undefined}
              data-header={isStack || column.actions ? undefined : column.header}
              data-align={column.align}
              data-wrap={isStack ? undefined : column.wrap}
              data-bare={(typeof column.bare === "function" ? column.bare(row) : column.bare) || undefined}
              data-heading={column === heading || undefined}
              data-standing={column.standing}
              data-pinned={column.actions}
              data-beside={(details && column.actions) || undefined}
            >
              {isStack ? <StackedFields stack={stack} row={row} /> : column.cell(row)}
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
/** The fields of one cell: the first on a line, all others on the line below it. */
function StackedFields<Row>({ stack: [upper, ...lower], row }: { stack: Stack<Row>; row: Row }) {
  return (
    <>
      <div className={css.line} data-header={upper.header} data-wrap={upper.wrap}>
        {upper.cell(row)}
      </div>
      <div className={css.lower}>
        {lower.map(({ header, cell }) => (
          <div key={header} className={css.line} data-header={header}>
            {cell(row)}
          </div>
        ))}
      </div>
    </>
  );
}

export const TableRow = memo(PlainRow) as typeof PlainRow;

function SkeletonRow({ columns, index }: { columns: readonly { header: string; width: number }[]; index: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing here can be focused, and grey bars are no rows to the ear
    <tr aria-hidden="true">
      {columns.map((column) => (
        <td key={column.header} data-heading={column === columns[0] || undefined}>
          <div
            className={Classes.SKELETON}
            style={{ width: `${45 + ((index * 37 + column.width) % 5) * 10}%`, height: 14 }}
          />
        </td>
      ))}
    </tr>
  );
}
