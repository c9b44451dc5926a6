interface Change {
  target: HTMLInputElement;
  nativeEvent?: Event;
}

/** A part of a number: a digit of any script, a separator, a sign or a blank. */
const isPart = /^[\p{Nd}\p{Zs}.,+\-\u066b\u066c]$/u;

/**
 * Drop a typed letter (NAV-016, decision 726). Pasted text stays whole, because removing letters from "1e5" or "5k"
 * would make it another number; the rule of the form refuses it.
 */
export function dropTypedLetter({ target, nativeEvent }: Change) {
  const { inputType, data } = (nativeEvent ?? {}) as Partial<InputEvent>;
  if (inputType !== "insertText" || !data || Array.from(data).length > 1 || isPart.test(data)) return;
  const caret = (target.selectionStart ?? target.value.length) - data.length;
  target.value = target.value.slice(0, caret) + target.value.slice(caret + data.length);
  target.setSelectionRange(caret, caret);
}
