interface Row {
  id: number;
}
/** A page of a list at one time. */
export interface ListSnapshot<R extends Row> {
  rows: readonly R[];
  total: number;
  /** True for the first page, which shows new rows at its top. */
  first: boolean;
}
/** Changes of a page since it was last compared. */
interface Changes {
  /** Ids of new or changed rows. */
  fresh: readonly number[];
  /** Number of new rows on all pages. */
  came: number;
}

/** Compare two states of a page. The list is newest first: new rows have larger ids than all before. */
export function changesBetween<R extends Row>(before: ListSnapshot<R>, now: ListSnapshot<R>): Changes {
  const previousTexts = new Map(before.rows.map((row) => [row.id, JSON.stringify(row)]));
  const newest = Math.max(0, ...previousTexts.keys());
  const isNew = ({ id }: R) => now.first && id > newest;
  const isOther = (row: R) => previousTexts.has(row.id) && previousTexts.get(row.id) !== JSON.stringify(row);
  const fresh = now.rows.filter((row) => isNew(row) || isOther(row)).map(({ id }) => id);
  return { fresh, came: Math.max(0, now.total - before.total, now.rows.filter(isNew).length) };
}
