import { useState } from "react";
import { ApiError, isSilent } from "@/api/errors";
import type { ChangeCall } from "@/api/gen/proposableCalls";
import { type Mutation, send } from "@/api/mutation";
import type { ListState } from "@/lib/listState";
import type { Pages } from "@/lib/useListQuery";
import { useSingleFlight } from "@/lib/useSingleFlight";
import { ConfirmDialog } from "./ConfirmDialog";
import { useActionErrorToast } from "./useActionErrorToast";

interface Deletion<Row, Answer> {
  title: (row: Row) => string;
  ask: string | ((row: Row) => string);
  /** Information below the question. */
  note?: string;
  /** Texts of the answers; the defaults are Yes and No. */
  yes?: string;
  no?: string;
  /** Name of the call, if a change request can contain it. */
  call?: ChangeCall;
  toRequest: (row: Row) => Mutation<Answer>;
  onDeleted?: (row: Row, answer: Answer) => void;
  /** Called in place of the default error message. */
  onFailed?: (error: unknown) => void;
  list: ListState<Row>;
  pages: Pages;
}

/**
 * Delete a row: ask, send once and reload the list. If the row was the last of its page, show the previous page. The
 * screen renders `dialog`.
 */
export function useDelete<Row, Answer = unknown>({
  title,
  ask,
  note,
  yes,
  no,
  call,
  toRequest,
  onDeleted,
  onFailed,
  list,
  pages,
}: Deletion<Row, Answer>) {
  const notice = useActionErrorToast();
  const [leaving, setLeaving] = useState<Row | null>(null);
  const remove = useSingleFlight(async (row: Row) => {
    notice.dismiss();
    let answer: Answer;
    try {
      answer = await send(toRequest(row));
    } catch (error) {
      if (isSilent(error)) return;
      // Another user deleted the row already: remove it and show the server's message.
      if (error instanceof ApiError && error.status === 404) void list.reload();
      if (onFailed) onFailed(error);
      else notice.showError(error);
      return;
    }
    onDeleted?.(row, answer);
    // The focused button disappears with its row.
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
      {...(call && { call })}
      intent="danger"
      toRequest={() => toRequest(leaving)}
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
