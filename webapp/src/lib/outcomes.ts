/** A part that was refused as a whole. */
export interface Failed<Row> {
  rows: readonly Row[];
  error: unknown;
}
/** How far an action on many rows came. */
export interface Outcome<Row> {
  done: readonly Row[];
  /** Already as they were to become. */
  unchanged: readonly Row[];
  failed: readonly Failed<Row>[];
  /** Never sent: it was stopped, or nobody is signed in any more. */
  left: readonly Row[];
}
