import { useCallback, useRef, useState } from "react";
import type { ListState } from "@/lib/listState";
import { useFailureNotice } from "../useFailureNotice";

interface Reordering<Row> {
  list: ListState<Row>;
  /** Saves that a row is now at that place of the page, 0 for its first; `rows` are all of the page as they are now. */
  send: (row: Row, to: number, rows: readonly Row[]) => Promise<unknown>;
  /** A row with what its new place says about it. */
  placed?: (row: Row, at: number) => Row;
  onSaved: () => void;
}

/**
 * Rows that people put in another order. It is seen at once and saved in the background, one move after the other; a
 * move that fails is said, and takes those after it back with it. Returns the list as it is seen.
 */
export function useReorder<Row>({ list, send, placed = (row) => row, onSaved }: Reordering<Row>) {
  const { fail, forget } = useFailureNotice();
  // Of one answer of the server's: the next one shows what became of it, and what others did.
  const [seen, setSeen] = useState<{ rows: readonly Row[]; of: readonly Row[] | undefined } | null>(null);
  const rows = seen && seen.of === list.rows ? seen.rows : list.rows;
  const latest = useRef({ list, rows, send, placed, onSaved });
  latest.current = { list, rows, send, placed, onSaved };
  const queue = useRef({ last: Promise.resolve(), waiting: 0, round: 0 });

  const move = useCallback(
    (from: number, to: number) => {
      const now = latest.current;
      const row = now.rows?.[from];
      if (!now.rows || !row || from === to) return;
      const others = now.rows.filter((_, at) => at !== from);
      const moved = [...others.slice(0, to), row, ...others.slice(to)].map(now.placed);
      setSeen({ rows: moved, of: now.list.rows });
      now.rows = moved;
      forget();
      const { current } = queue;
      const { round } = current;
      current.waiting += 1;
      current.last = current.last.then(async () => {
        // One before it failed, and what people saw when they moved this one was never so.
        if (round !== current.round) return;
        try {
          await latest.current.send(row, to, moved);
        } catch (error) {
          current.round += 1;
          current.waiting = 0;
          setSeen(null);
          fail(error);
          await latest.current.list.reload();
          return;
        }
        current.waiting -= 1;
        if (current.waiting > 0) return;
        latest.current.onSaved();
        await latest.current.list.reload();
        if (current.waiting === 0) setSeen(null);
      });
    },
    [forget, fail],
  );
  return { list: { ...list, rows }, move };
}
