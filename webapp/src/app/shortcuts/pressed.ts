const latin = /^[!-~]$/;
const signs: Record<string, string> = { BracketLeft: "[", BracketRight: "]", Slash: "/" };
const typedInto = "input, textarea, select, [contenteditable]";
const asking = "[role=dialog], [role=alertdialog], [role=menu]";

/**
 * The sign on the key as English keyboards have it: whoever writes Hindi or Punjabi presses the same key. Nothing when
 * it is part of a combination.
 */
export function signOf(event: KeyboardEvent): string | undefined {
  const { key, code, shiftKey, ctrlKey, altKey, metaKey } = event;
  // Both together are what Windows makes of AltGr, by which some keyboards have their brackets.
  if (metaKey || ctrlKey !== altKey) return undefined;
  if (latin.test(key)) return shiftKey && /[a-z]/i.test(key) ? undefined : key.toLowerCase();
  if (code === "Slash" && shiftKey) return "?";
  return shiftKey ? undefined : (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? signs[code]);
}

/** Whether the key belongs to what has the focus or lies over the screen: a field, a dialog, an open menu. */
export function isTaken(event: KeyboardEvent): boolean {
  if (event.isComposing || event.defaultPrevented || document.querySelector(asking)) return true;
  return event.target instanceof Element && event.target.closest(typedInto) !== null;
}
