import { isFullPhone } from "../format/phone";

interface Change {
  target: HTMLInputElement;
  nativeEvent?: Event;
}

/** A part of a number: a digit of any script, a separator, a sign or a blank. */
const isPart = /^[\p{Nd}\p{Zs}.,+\-\u066b\u066c]$/u;

/** Remove a typed character if it is refused. `before` is the text without it. Pasted text stays. */
function dropTyped({ target, nativeEvent }: Change, isRefused: (typed: string, before: string) => boolean) {
  const { inputType, data } = (nativeEvent ?? {}) as Partial<InputEvent>;
  if (inputType !== "insertText" || !data) return;
  const caret = (target.selectionStart ?? target.value.length) - data.length;
  const before = target.value.slice(0, caret) + target.value.slice(caret + data.length);
  if (!isRefused(data, before)) return;
  target.value = before;
  target.setSelectionRange(caret, caret);
}

/**
 * Drop a typed letter (NAV-016, decision 726). Pasted text stays whole, because removing letters from "1e5" or "5k"
 * would make it another number; the rule of the form refuses it.
 */
export const dropTypedLetter = (change: Change) =>
  dropTyped(change, (typed) => Array.from(typed).length === 1 && !isPart.test(typed));

/** Remove a digit typed into a complete number. A digit that replaces others or is pasted stays. */
export const dropEleventhDigit = (change: Change) =>
  dropTyped(change, (typed, before) => /^\p{Nd}$/u.test(typed) && isFullPhone(before));
