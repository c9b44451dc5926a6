import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from "react";
import { useNavigate } from "react-router";

/** How long a click on text waits for the second one of a pair, which selects a word and leads nowhere. */
const pairMs = 250;
const own = "a, button, input, select, label, [role=dialog], [role=alertdialog]";

/**
 * A row as a larger target for its own link, or for the button that opens its details: a click follows it, a click with
 * Ctrl or the middle button opens it in a tab of its own. Text can be selected: neither dragging over it nor a double
 * click leaves the list. Enter on the row does the same.
 */
export function useRowPointer() {
  const navigate = useNavigate();
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);

  function rowAt({ target, currentTarget }: MouseEvent<HTMLElement>): HTMLElement | null {
    if (!(target instanceof HTMLElement) || target.closest(own)) return null;
    // Dialogs are drawn elsewhere, but React passes their clicks through the row that opened them.
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
  /** On the row itself, where j and k lead; what stands in it has keys of its own. */
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
