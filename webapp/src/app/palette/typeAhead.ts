/** Stop collecting; undefined while nothing is being collected. */
let stop: (() => void) | undefined;
let text = "";

function onKeyDown(event: KeyboardEvent) {
  const { key, ctrlKey, altKey, metaKey } = event;
  // Ctrl and Alt together are AltGr, which types characters on some keyboards.
  if (metaKey || ctrlKey !== altKey || event.isComposing) return;
  if (key.length !== 1 && key !== "Backspace" && key !== "Enter") return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (key === "Backspace") text = text.slice(0, -1);
  else if (key !== "Enter") text += key;
}

/**
 * Keys that are typed between Ctrl+K and the focus of the palette's field. They are collected, so that none of them
 * acts on the screen behind, and become the first characters of the field.
 */
export const typeAhead = {
  start(): void {
    if (stop) return;
    text = "";
    window.addEventListener("keydown", onKeyDown, true);
    stop = () => window.removeEventListener("keydown", onKeyDown, true);
  },
  /** Stop collecting and return the characters. */
  take(): string {
    stop?.();
    stop = undefined;
    const taken = text;
    text = "";
    return taken;
  },
};
