import type { KeyboardEvent } from "react";

const changing = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown"]);

/**
 * Key handler of a `<select>` that acts on change. On most systems an arrow or a letter changes a closed select at once
 * (WCAG 3.2.2). Here these keys open its list, as on macOS: only Enter or a click in the list changes the value.
 */
export function openSelectOnKey(event: KeyboardEvent<HTMLSelectElement>) {
  const { key, altKey, ctrlKey, metaKey, currentTarget: select } = event;
  if (altKey || ctrlKey || metaKey || !(changing.has(key) || (key.length === 1 && key !== " "))) return;
  // The browser handles keys in the open list. If scripts cannot detect or open the list, it handles all keys.
  if (!("showPicker" in select) || !tellsOpen || select.matches(":open")) return;
  event.preventDefault();
  select.showPicker();
}

/** Older browsers throw on unknown pseudo-classes. */
const tellsOpen = globalThis.CSS?.supports?.("selector(:open)") ?? false;
