import type { KeyboardEvent } from "react";

const changing = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown"]);

/**
 * Key handler of a `<select>` that acts on change. On most systems an arrow or a letter changes a closed select at once
 * (WCAG 3.2.2). Here these keys open its list, as on macOS: only Enter or a click in the list changes the value.
 */
export function openOnKey(event: KeyboardEvent<HTMLSelectElement>) {
  const { key, altKey, ctrlKey, metaKey, currentTarget: select } = event;
  if (altKey || ctrlKey || metaKey || !(changing.has(key) || (key.length === 1 && key !== " "))) return;
  // Keys in the open list are the browser's. Where no script can tell or open it, all keys are.
  if (!("showPicker" in select) || !tellsOpen || select.matches(":open")) return;
  event.preventDefault();
  select.showPicker();
}

/** An older browser throws on a pseudo-class that it does not know. */
const tellsOpen = globalThis.CSS?.supports?.("selector(:open)") ?? false;
