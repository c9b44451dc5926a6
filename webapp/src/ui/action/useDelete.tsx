import type { ListState } from "@/lib/list/listState";
import type { Pages } from "@/lib/list/useListQuery";
import { type ConfirmedAction, useConfirmedAction } from "./useAction";

interface Deletion<Row, Answer> extends Omit<ConfirmedAction<Row, Answer>, "reload"> {
  list: ListState<Row>;
  pages: Pages;
}

/** Delete a row after a question, and reload the list. If the row was the last of its page, show the previous page. */
export function useDelete<Row, Answer = unknown>({ list, pages, onDone, ...question }: Deletion<Row, Answer>) {
  return useConfirmedAction({
    ...question,
    reload: list.reload,
    onDone: (row, answer) => {
      onDone?.(row, answer);
      // The focused button disappears with its row.
      if (!document.querySelector("[role=dialog]")) document.querySelector("h1")?.focus({ preventScroll: true });
      if (list.rows?.length === 1 && pages.page > 1) pages.goTo(pages.page - 1, { replace: true });
    },
  });
}
