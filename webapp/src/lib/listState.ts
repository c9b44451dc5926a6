/** A list as it stands: one page of its rows, and whatever keeps them away. */
export interface ListState<Row> {
  /** Missing until the first answer; the page before while the next one loads. */
  rows: readonly Row[] | undefined;
  /** All there are, on every page. */
  total: number;
  /** The last answer was none; there are no rows then. */
  error: Error | undefined;
  loading: boolean;
  /** The rows are the answer to what was asked before. */
  earlier: boolean;
  /** Asks once more. */
  reload: () => Promise<unknown>;
}
