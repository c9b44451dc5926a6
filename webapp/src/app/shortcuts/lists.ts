/** Rows of what is loaded: those that are about to be replaced would take the focus with them. */
const rowsHere = "main table:not([aria-busy=true]) tr[data-row]";

/** Puts the focus on the next or previous row, beginning with the first. From a row, Tab goes on into its own buttons. */
export function moveRow(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>(rowsHere)];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const row = rows[at < 0 ? 0 : at + step];
  if (!row) return false;
  row.tabIndex = -1;
  row.focus();
  return true;
}

/** Turns the page of the list that has the focus, or of the first. Its table has the focus then, not a row that goes. */
export function turnPage(step: "next" | "previous"): boolean {
  const around = document.activeElement?.closest("main section:has([data-step])") ?? document.querySelector("main");
  const button = around?.querySelector<HTMLElement>(`[data-step=${step}]:not([aria-disabled=true])`);
  if (!button) return false;
  button.closest("nav")?.parentElement?.querySelector<HTMLElement>("section[tabindex]")?.focus({ preventScroll: true });
  button.click();
  return true;
}

/** Goes to what the newest notification offers; Enter takes it. */
export function goToOffer(): boolean {
  const offer = [...document.querySelectorAll<HTMLElement>("[data-offer]")].at(-1);
  offer?.focus();
  return offer !== undefined;
}

/** Goes to the next thing that can be copied, in the row that has the focus, else on the screen; Enter copies it. */
export function goToCopy(): boolean {
  const here = document.activeElement;
  const around = here?.closest(rowsHere) ?? document.querySelector("main");
  const buttons = [...(around?.querySelectorAll<HTMLElement>("[data-copy]") ?? [])];
  const next = buttons[buttons.indexOf(here as HTMLElement) + 1] ?? buttons[0];
  next?.focus();
  return next !== undefined;
}

/** Pins the record on screen, or unpins it. */
export function pinRecord(): boolean {
  const button = document.querySelector<HTMLElement>("main [data-pin]");
  button?.click();
  return button !== null;
}

/** Puts the cursor into the list's search. */
export function goToSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>("main input[type=search]");
  search?.focus();
  return search !== null;
}
