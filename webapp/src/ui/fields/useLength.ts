import { useRef, useState } from "react";
import type { FieldError, UseFormRegisterReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@/lib/format/numbers";

/** Share of the limit from which the counter is shown. */
const nearly = 0.8;

/** Count characters like the server does, not UTF-16 code units. */
const lengthOf = (text: string) => Array.from(text.trim()).length;

/**
 * Count the characters of a field with a limit. Text that is too long stays whole; `error` reports it at once and the
 * form's rule refuses it. `counter` is the text for the used share of the limit.
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
  // Read from the element, because resetting or filling a form changes it without an event.
  const length = lengthOf(element.current?.value ?? "");
  const isTooLong = maxLength !== undefined && length > maxLength;
  const error: FieldError | undefined = isTooLong
    ? { type: "maxLength", message: t("rule.tooLong", { count: maxLength }) }
    : undefined;
  const isNear = maxLength !== undefined && length >= maxLength * nearly;
  const counter = isNear ? t("counter", { length: formatNumber(length), most: formatNumber(maxLength) }) : undefined;
  return { field: { ...field, ref, onChange }, error, counter };
}
