/** Rows of loaded lists only: rows about to be replaced would lose the focus. */
const rowsHere = "main table:not([aria-busy=true]) tr[data-row]";

/** Move the focus to the next or previous row, starting with the first. Tab then moves to the buttons of the row. */
export function focusRow(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>(rowsHere)];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const row = rows[at < 0 ? 0 : at + step];
  if (!row) return false;
  row.tabIndex = -1;
  row.focus();
  return true;
}

/** Tick or untick the focused row. */
export function toggleRowSelection(): boolean {
  const box = document.activeElement?.closest(rowsHere)?.querySelector<HTMLElement>("[data-select]");
  box?.click();
  return !!box;
}

/** Focus the first action for the selected rows. */
export function focusSelectionAction(): boolean {
  const action = document.querySelector<HTMLElement>("main [data-selected] button:not([aria-disabled=true])");
  action?.focus();
  return action !== null;
}

/**
 * Turn the page of the focused list, open the next or previous record, or turn the page of the first list. After a page
 * the focus moves to the table, because the rows are replaced.
 */
export function turnPage(step: "next" | "previous"): boolean {
  const list = document.activeElement?.closest("main section:has([data-step])");
  const record = document.querySelector<HTMLElement>(`main [data-record-step=${step}]`);
  if (!list && record) {
    record.click();
    return true;
  }
  const around = list ?? document.querySelector("main");
  const button = around?.querySelector<HTMLElement>(`[data-step=${step}]:not([aria-disabled=true])`);
  if (!button) return false;
  button.closest("nav")?.parentElement?.querySelector<HTMLElement>("section[tabindex]")?.focus({ preventScroll: true });
  button.click();
  return true;
}

/** Focus the button of the newest notification. */
export function focusToastAction(): boolean {
  const offer = [...document.querySelectorAll<HTMLElement>("[data-offer]")].at(-1);
  offer?.focus();
  return offer !== undefined;
}

/** Focus the next copy button in the focused row, or else on the screen. */
export function focusCopyButton(): boolean {
  const focused = document.activeElement;
  const around = focused?.closest(rowsHere) ?? document.querySelector("main");
  const buttons = [...(around?.querySelectorAll<HTMLElement>("[data-copy]") ?? [])];
  const next = buttons[buttons.indexOf(focused as HTMLElement) + 1] ?? buttons[0];
  next?.focus();
  return next !== undefined;
}

/** Pin or unpin the record on screen. */
export function togglePin(): boolean {
  const button = document.querySelector<HTMLElement>("main [data-pin]");
  button?.click();
  return button !== null;
}

/** Open the note composer of the record on screen. */
export function openNoteComposer(): boolean {
  const button = document.querySelector<HTMLElement>("main [data-new-note] button");
  button?.click();
  return button !== null;
}

/** Open the next item of Today. */
export function openNextItem(): boolean {
  const button = document.querySelector<HTMLElement>("main [data-next-item] button:enabled");
  button?.click();
  return button !== null;
}

/** Focus the search field of the list. */
export function focusSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>("main input[type=search]");
  search?.focus();
  return search !== null;
}
