const latin = /^[!-~]$/;
const signs: Record<string, string> = { BracketLeft: "[", BracketRight: "]", Slash: "/" };
const typedInto = "input:not([type=checkbox]), textarea, select, [contenteditable]";
const asking = "[role=dialog], [role=alertdialog], [role=menu]";

/**
 * The character on the key of an English keyboard, so that users of Hindi and Punjabi layouts press the same keys.
 * Undefined for key combinations.
 */
export function keyCharacter(event: KeyboardEvent): string | undefined {
  const { key, code, shiftKey, ctrlKey, altKey, metaKey } = event;
  // Windows reports AltGr as Ctrl and Alt; some keyboards need it for brackets.
  if (metaKey || ctrlKey !== altKey) return undefined;
  if (latin.test(key)) return shiftKey && /[a-z]/i.test(key) ? undefined : key.toLowerCase();
  if (code === "Slash" && shiftKey) return "?";
  return shiftKey ? undefined : (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? signs[code]);
}

/** True if the key belongs to the focused field or to an open dialog or menu. */
export function isHandledElsewhere(event: KeyboardEvent): boolean {
  if (event.isComposing || event.defaultPrevented || document.querySelector(asking)) return true;
  return event.target instanceof Element && event.target.closest(typedInto) !== null;
}
