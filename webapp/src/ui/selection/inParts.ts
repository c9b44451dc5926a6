import { isSilent } from "@/api/errors";
import { idsMax } from "@/api/gen/constants";

/** A batch that was refused as a whole. */
export interface Failed<Row> {
  rows: readonly Row[];
  error: unknown;
}
/** Progress of an action on many rows. */
export interface Outcome<Row> {
  done: readonly Row[];
  failed: readonly Failed<Row>[];
  /** Not sent, because the user stopped the action or signed out. */
  left: readonly Row[];
}
interface How {
  /** Stop after the current batch, whose outcome stays unknown. */
  stop: AbortSignal;
  onProgress: (sent: number) => void;
  /** Maximum number of rows per call. */
  most?: number;
}

/** Process rows in sequential batches. A failed batch does not stop the next ones. */
export async function inParts<Row>(
  rows: readonly Row[],
  send: (part: readonly Row[]) => Promise<unknown>,
  { stop, onProgress, most = idsMax }: How,
): Promise<Outcome<Row>> {
  const done: Row[] = [];
  const failed: Failed<Row>[] = [];
  let sent = 0;
  while (sent < rows.length && !stop.aborted) {
    const part = rows.slice(sent, sent + most);
    try {
      await send(part);
      done.push(...part);
    } catch (error) {
      if (isSilent(error)) break;
      failed.push({ rows: part, error });
    }
    sent += part.length;
    onProgress(sent);
  }
  return { done, failed, left: rows.slice(sent) };
}

interface Found<Row> {
  rows: readonly Row[];
  total: number;
}
/**
 * Read all rows of a list in order, without duplicates. Read them before any change, because changes move rows to
 * other pages.
 */
export async function everyRow<Row>(
  read: (pages: { page: number; perpage: number }) => Promise<Found<Row>>,
  keyOf: (row: Row) => string | number,
  { stop, most = idsMax }: Pick<How, "stop" | "most">,
): Promise<readonly Row[]> {
  const found = new Map<string | number, Row>();
  for (let page = 1; !stop.aborted; page += 1) {
    const { rows, total } = await read({ page, perpage: most });
    for (const row of rows) found.set(keyOf(row), row);
    if (page * most >= total || rows.length === 0) break;
  }
  return [...found.values()];
}
