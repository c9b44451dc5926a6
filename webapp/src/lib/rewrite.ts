/**
 * Puts what `read` makes of a field's text in its place. Writing sends the caret to the end, so it goes back to where
 * the same characters stand before it; a text that stays as it is, is left alone.
 */
export function rewrite(input: HTMLInputElement, read: (text: string) => string): string {
  const text = input.value;
  const kept = read(text);
  if (kept === text) return kept;
  const caret = read(text.slice(0, input.selectionStart ?? text.length)).length;
  input.value = kept;
  input.setSelectionRange(caret, caret);
  return kept;
}
