/** A batch that was refused as a whole. */
export interface FailedBatch<Row> {
  rows: readonly Row[];
  error: unknown;
}
/** Progress of an action on many rows. */
export interface Outcome<Row> {
  done: readonly Row[];
  /** Rows that already had the wanted state. */
  unchanged: readonly Row[];
  failed: readonly FailedBatch<Row>[];
  /** Not sent, because the user stopped the action or signed out. */
  left: readonly Row[];
}
