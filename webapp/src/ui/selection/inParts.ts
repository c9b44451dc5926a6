import { isSilent } from "@/api/errors";
import { idsMax } from "@/api/gen/constants";

/** A part that was refused as a whole. */
export interface Failed<Row> {
  rows: readonly Row[];
  error: unknown;
}
/** How far an action on many rows came. */
export interface Outcome<Row> {
  done: readonly Row[];
  failed: readonly Failed<Row>[];
  /** Never sent: it was stopped, or nobody is signed in any more. */
  left: readonly Row[];
}
interface How {
  /** Ends it after the part that is on its way: of that one alone it is not known. */
  stop: AbortSignal;
  onProgress: (sent: number) => void;
  /** Rows of one call, as many as a call may name. */
  most?: number;
}

/** Sends what is to happen to rows one part after the other; one that fails does not keep the next from being sent. */
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
 * Every row of a list, in its order, each once; read before anything is changed, because changes move rows to other
 * pages.
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
