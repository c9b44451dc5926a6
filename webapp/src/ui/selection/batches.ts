import { isSilent } from "@/api/errors";
import { maxIds } from "@/api/gen/constants";
import type { Outcome } from "@/lib/list/outcomes";

interface How {
  /** Stop after the current batch, whose outcome stays unknown. */
  stop: AbortSignal;
  onProgress: (sent: number) => void;
  /** Maximum number of rows per call. */
  most?: number;
}

/** Process rows in sequential batches. A failed batch does not stop the next ones. */
export async function runInBatches<Row>(
  rows: readonly Row[],
  send: (batch: readonly Row[]) => Promise<Outcome<Row>>,
  { stop, onProgress, most = maxIds }: How,
): Promise<Outcome<Row>> {
  const outcomes: Outcome<Row>[] = [];
  let sent = 0;
  while (sent < rows.length && !stop.aborted) {
    const batch = rows.slice(sent, sent + most);
    try {
      outcomes.push(await send(batch));
    } catch (error) {
      if (isSilent(error)) break;
      outcomes.push({ done: [], unchanged: [], failed: [{ rows: batch, error }], left: [] });
    }
    sent += batch.length;
    onProgress(sent);
  }
  return {
    done: outcomes.flatMap(({ done }) => done),
    unchanged: outcomes.flatMap(({ unchanged }) => unchanged),
    failed: outcomes.flatMap(({ failed }) => failed),
    left: [...outcomes.flatMap(({ left }) => left), ...rows.slice(sent)],
  };
}

/** A request that changes all of its rows or none. */
export const atomicBatch =
  <Row>(send: (rows: readonly Row[]) => Promise<unknown>) =>
  async (rows: readonly Row[]): Promise<Outcome<Row>> => {
    await send(rows);
    return { done: rows, unchanged: [], failed: [], left: [] };
  };

interface Found<Row> {
  rows: readonly Row[];
  total: number;
}
/**
 * Read all rows of a list in order, without duplicates. Read them before any change, because changes move rows to
 * other pages.
 */
export async function fetchAllRows<Row>(
  read: (pages: { page: number; perpage: number }) => Promise<Found<Row>>,
  keyOf: (row: Row) => string | number,
  { stop, most = maxIds }: Pick<How, "stop" | "most">,
): Promise<readonly Row[]> {
  const matching = new Map<string | number, Row>();
  for (let page = 1; !stop.aborted; page += 1) {
    const { rows, total } = await read({ page, perpage: most });
    for (const row of rows) matching.set(keyOf(row), row);
    if (page * most >= total || rows.length === 0) break;
  }
  return [...matching.values()];
}
