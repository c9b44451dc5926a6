import { useCallback, useRef, useState } from "react";
import type { ListState } from "@/lib/list/listState";
import { useActionErrorToast } from "../feedback/useActionErrorToast";

interface Reordering<Row> {
  list: ListState<Row>;
  /** Save that a row is now at that index of the page; `rows` are all rows of the page in their new order. */
  send: (row: Row, to: number, rows: readonly Row[]) => Promise<unknown>;
  /** Return the row with its new position. */
  placed?: (row: Row, at: number) => Row;
  onSaved: (row: Row) => void;
}

/**
 * Reorderable rows. A move shows at once and is saved in the background, one request per move in sequence. A failed
 * move is reported and undoes itself and later ones. Returns the list in its current order.
 */
export function useReorder<Row>({ list, send, placed = (row) => row, onSaved }: Reordering<Row>) {
  const { showError, dismiss } = useActionErrorToast();
  // Belongs to one answer of the server; the next answer replaces it, including changes of other users.
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
      dismiss();
      const { current } = queue;
      const { round } = current;
      current.waiting += 1;
      current.last = current.last.then(async () => {
        // An earlier move failed, so the order on which this one was based never existed.
        if (round !== current.round) return;
        try {
          await latest.current.send(row, to, moved);
        } catch (error) {
          current.round += 1;
          current.waiting = 0;
          setSeen(null);
          showError(error);
          await latest.current.list.reload();
          return;
        }
        current.waiting -= 1;
        if (current.waiting > 0) return;
        latest.current.onSaved(row);
        await latest.current.list.reload();
        if (current.waiting === 0) setSeen(null);
      });
    },
    [showError, dismiss],
  );
  return { list: { ...list, rows }, move };
}
