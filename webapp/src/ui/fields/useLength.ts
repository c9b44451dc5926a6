import { useRef, useState } from "react";
import type { FieldError, UseFormRegisterReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { grouped } from "@/lib/numbers";

/** The share of a limit from which a counter is shown. */
const nearly = 0.8;

/** Characters as the server counts them, not the two halves that some are stored in. */
const lengthOf = (text: string) => Array.from(text.trim()).length;

/**
 * Counts what is typed or pasted into a field that has a limit. The text stays whole: too much of it is reported at
 * once, by `error`, and refused by the form's rule. `counter` is the text that says how much of the limit is used.
 */
export function useLength(field: UseFormRegisterReturn, maxLength: number | undefined) {
  const { t } = useTranslation();
  const element = useRef<HTMLInputElement | HTMLTextAreaElement>(null);
  const [, setLength] = useState(0);
  const ref: UseFormRegisterReturn["ref"] = (input) => {
    element.current = input;
    return field.ref(input);
  };
  const onChange: UseFormRegisterReturn["onChange"] = (event: { target: HTMLInputElement }) => {
    setLength(lengthOf(event.target.value));
    return field.onChange(event);
  };
  // From the element, not from the state: a form that is reset or filled changes it without an event.
  const length = lengthOf(element.current?.value ?? "");
  const isTooLong = maxLength !== undefined && length > maxLength;
  const error: FieldError | undefined = isTooLong
    ? { type: "maxLength", message: t("rule.tooLong", { count: maxLength }) }
    : undefined;
  const isNear = maxLength !== undefined && length >= maxLength * nearly;
  const counter = isNear ? t("counter", { length: grouped(length), most: grouped(maxLength) }) : undefined;
  return { field: { ...field, ref, onChange }, error, counter };
}
