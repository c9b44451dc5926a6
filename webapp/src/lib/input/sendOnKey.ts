import type { KeyboardEvent } from "react";

/** Send a form with Ctrl+Enter, or Cmd+Enter, from any of its fields. Enter alone is a line break in long texts. */
export function sendOnKey(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.repeat) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
