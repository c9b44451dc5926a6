/**
 * Replace the text of a field with the result of `read`. Writing moves the caret to the end, so it returns to its
 * place between the same characters. Unchanged text is not written.
 */
export function replaceInputText(input: HTMLInputElement, read: (text: string) => string): string {
  const text = input.value;
  const plain = read(text);
  if (plain === text) return plain;
  const caret = read(text.slice(0, input.selectionStart ?? text.length)).length;
  input.value = plain;
  input.setSelectionRange(caret, caret);
  return plain;
}
