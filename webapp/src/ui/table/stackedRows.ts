import type { Column } from "./columnTypes";

/** Columns stacked in one cell, the first on top. */
export type Stack<Row> = readonly [Column<Row>, ...Column<Row>[]];

/**
 * Group columns that share a cell: a column with `below` joins the column of that name if it comes directly after it
 * or after another column that joined. If the person hid the upper column or moved one of them, it stands alone.
 */
export function stackColumns<Row>(columns: readonly Column<Row>[]): Stack<Row>[] {
  const stacks: [Column<Row>, ...Column<Row>[]][] = [];
  for (const column of columns) {
    const last = stacks.at(-1);
    if (last && column.below !== undefined && column.below === last[0].header) last.push(column);
    else stacks.push([column]);
  }
  return stacks;
}

/** Whether rows of a cell have two lines. */
export const isStacked = <Row>(stack: Stack<Row>) => stack.length > 1;

/** Width and share of free room of a stack: those of its widest column. */
export const measureStack = <Row>(stack: Stack<Row>) => ({
  header: stack[0].header,
  width: Math.max(...stack.map(({ width }) => width)),
  grow: Math.max(...stack.map(({ grow = 0 }) => grow)),
  stacked: isStacked(stack),
});
