import { useState } from "react";
import { ApiError, isSilent } from "@/api/errors";
import type { ListState } from "@/lib/listState";
import type { Pages } from "@/lib/useListQuery";
import { useOnce } from "@/lib/useOnce";
import { ConfirmDialog } from "./ConfirmDialog";
import { useFailureNotice } from "./useFailureNotice";

interface Deletion<Row> {
  title: (row: Row) => string;
  ask: string | ((row: Row) => string);
  /** Information below the question. */
  note?: string;
  /** What the answers are called, if not Yes and No. */
  yes?: string;
  no?: string;
  send: (row: Row) => Promise<unknown>;
  onDeleted?: (row: Row) => void;
  /** Told instead of the user when it did not work. */
  onFailed?: (error: unknown) => void;
  list: ListState<Row>;
  pages: Pages;
}

/**
 * Takes a row away: asks, sends it once, and shows the list without it, the page before where it was the last of its
 * page. `dialog` is drawn by the screen.
 */
export function useDelete<Row>({ title, ask, note, yes, no, send, onDeleted, onFailed, list, pages }: Deletion<Row>) {
  const notice = useFailureNotice();
  const [leaving, setLeaving] = useState<Row | null>(null);
  const remove = useOnce(async (row: Row) => {
    notice.forget();
    try {
      await send(row);
    } catch (error) {
      if (isSilent(error)) return;
      // Somebody else was faster: the row goes, and what the server says of it stands.
      if (error instanceof ApiError && error.status === 404) void list.reload();
      if (onFailed) onFailed(error);
      else notice.fail(error);
      return;
    }
    onDeleted?.(row);
    // The button that had the focus goes with its row.
    if (!document.querySelector("[role=dialog]")) document.querySelector("h1")?.focus({ preventScroll: true });
    const reloaded = list.reload();
    if (list.rows?.length === 1 && pages.page > 1) pages.goTo(pages.page - 1, { replace: true });
    await reloaded;
  });
  const dialog = leaving !== null && (
    <ConfirmDialog
      title={title(leaving)}
      note={note}
      {...(yes && { yes })}
      {...(no && { no })}
      intent="danger"
      sends={() => send(leaving)}
      onYes={() => {
        setLeaving(null);
        void remove.run(leaving);
      }}
      onNo={() => setLeaving(null)}
    >
      {typeof ask === "string" ? ask : ask(leaving)}
    </ConfirmDialog>
  );
  return { ask: setLeaving as (row: Row) => void, dialog };
}
