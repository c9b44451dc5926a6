import type { ReactNode } from "react";

/** One column. `column` builds it and checks its fields. */
export interface Column<Row> {
  /**
   * Fields of the row that the column shows. The first one is its key in saved views and column choices, so it never
   * changes; exports write all of them. Actions have none (decision 459).
   */
  fields: readonly string[];
  /** Header of the column, unique in the table. */
  header: string;
  /** Custom content of the header. */
  head?: ReactNode;
  /** Name for sorting, if the column is sortable. */
  order?: string;
  /** Width in pixels of the narrowest table that still shows columns. */
  width: number;
  /** Share of the free room in a wider table; if no column has one, all grow in proportion. */
  grow?: number;
  /** Numbers align to the right. */
  align?: "end";
  /** Long text wraps to a second line. */
  wrap?: boolean;
  /** Header of the column that this one is stacked below, while it directly follows it. */
  below?: string;
  /** The column holds the actions of the row; on a card they get a separate line without a header. */
  actions?: boolean;
  /** The values need no header on a card. */
  bare?: boolean | ((row: Row) => boolean);
  /** The column names the row if it is not the first one; it heads the card. */
  heading?: boolean;
  /** The column holds the status of the row, next to the name on a card. */
  standing?: boolean;
  cell: (row: Row) => ReactNode;
}
