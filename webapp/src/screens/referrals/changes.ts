interface Row {
  id: number;
}
/** A page of a list as it was seen. */
export interface Seen<R extends Row> {
  rows: readonly R[];
  total: number;
  /** Whether it is the first page, where what is new stands on top. */
  first: boolean;
}
/** What happened to a page since it was last looked at. */
export interface Changes {
  /** Ids of rows that came on top, or say something else now. */
  fresh: readonly number[];
  /** How many came, wherever they stand. */
  came: number;
}

/** Compares a page with itself a moment ago. Newest first: whatever comes has a larger id than all there were. */
export function changesBetween<R extends Row>(before: Seen<R>, now: Seen<R>): Changes {
  const known = new Map(before.rows.map((row) => [row.id, JSON.stringify(row)]));
  const newest = Math.max(0, ...known.keys());
  const isNew = ({ id }: R) => now.first && id > newest;
  const isOther = (row: R) => known.has(row.id) && known.get(row.id) !== JSON.stringify(row);
  const fresh = now.rows.filter((row) => isNew(row) || isOther(row)).map(({ id }) => id);
  return { fresh, came: Math.max(0, now.total - before.total, now.rows.filter(isNew).length) };
}
