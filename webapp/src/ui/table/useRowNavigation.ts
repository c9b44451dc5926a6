import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from "react";
import { useNavigate } from "react-router";

/** Delay in milliseconds before a click on text navigates, because a double click selects a word. */
const pairMs = 250;
const own = "a, button, input, select, label, [role=dialog], [role=alertdialog]";

/**
 * Make a row a larger target for its link, or for the button that opens its details. A click follows the link, a click
 * with Ctrl or the middle button opens a new tab, and Enter on the row does the same. Selecting text by dragging or
 * double click does not navigate.
 */
export function useRowNavigation() {
  const navigate = useNavigate();
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);

  function rowAt({ target, currentTarget }: MouseEvent<HTMLElement>): HTMLElement | null {
    if (!(target instanceof HTMLElement) || target.closest(own)) return null;
    // React bubbles the clicks of a dialog through the row that opened it, although the dialog is elsewhere in the
    // DOM.
    return currentTarget.contains(target) ? target.closest<HTMLElement>("tr[data-link], tr[data-opens]") : null;
  }
  function follow(row: HTMLElement) {
    if (getSelection()?.toString()) return;
    if (row.dataset.link) navigate(row.dataset.link);
    else row.querySelector<HTMLElement>("[aria-expanded]")?.click();
  }
  function onClick(event: MouseEvent<HTMLElement>) {
    clearTimeout(waiting.current);
    const row = rowAt(event);
    if (!row || event.shiftKey || event.detail > 1) return;
    if (event.metaKey || event.ctrlKey) return openTab(row);
    if ((event.target as HTMLElement).matches("td")) return follow(row);
    waiting.current = setTimeout(follow, pairMs, row);
  }
  function onAuxClick(event: MouseEvent<HTMLElement>) {
    const row = event.button === 1 && rowAt(event);
    if (row) openTab(row);
  }
  /** Only on the row itself, which j and k focus; its controls handle their own keys. */
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const row = event.target;
    if (event.key !== "Enter" || !(row instanceof HTMLTableRowElement)) return;
    event.preventDefault();
    if (event.metaKey || event.ctrlKey) openTab(row);
    else if (row.dataset.link || row.dataset.opens) follow(row);
    else row.querySelector<HTMLElement>("a, button, select, input")?.focus();
  }
  return { onClick, onAuxClick, onKeyDown };
}

function openTab({ dataset }: HTMLElement) {
  if (dataset.link) open(dataset.link, "_blank", "noopener");
}
