import { isFullPhone } from "../format/phone";

interface Change {
  target: HTMLInputElement;
  nativeEvent?: Event;
}

/** Remove a digit typed into a complete number. A digit that replaces others or is pasted stays. */
export function dropEleventhDigit({ target, nativeEvent }: Change) {
  const { inputType, data } = (nativeEvent ?? {}) as Partial<InputEvent>;
  if (inputType !== "insertText" || !data || !/^\p{Nd}$/u.test(data)) return;
  const caret = (target.selectionStart ?? target.value.length) - data.length;
  const before = target.value.slice(0, caret) + target.value.slice(caret + data.length);
  if (!isFullPhone(before)) return;
  target.value = before;
  target.setSelectionRange(caret, caret);
}
