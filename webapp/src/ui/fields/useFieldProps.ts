import type {
  FieldError,
  FieldValues,
  Path,
  RegisterOptions,
  UseFormRegisterReturn,
  UseFormReturn,
} from "react-hook-form";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@/lib/format/numbers";
import { type Rule, validate } from "@/lib/input/rules";

/** Generated rules of a call's body by form field. */
export type Rules<Values> = { readonly [name in keyof Values]?: Rule };

interface Own<Values extends FieldValues, Name extends Path<Values>>
  extends Pick<RegisterOptions<Values, Name>, "onChange" | "onBlur"> {
  /** Overrides whether the contract requires the field. */
  required?: boolean;
  /** Message for a missing value; by default the form's common message, else a generic one. */
  missing?: string;
  /** Message for every other violation, in place of the one for each limit. */
  wrong?: string;
  /** Check only that a value is present; the server checks the rest. */
  presenceOnly?: boolean;
  /** Additional check for valid values: an error message, or true. */
  also?: (text: string) => string | true;
}
export interface FieldProps {
  field: UseFormRegisterReturn;
  error: FieldError | undefined;
  required: boolean;
  maxLength?: number;
}
/** Register a field by its rule; spread the result on the field. */
export type GetFieldProps<Values extends FieldValues> = <Name extends Path<Values>>(
  name: Name,
  own?: Own<Values, Name>,
) => FieldProps;

export function useFieldProps<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  rules: Rules<Values>,
  saysMissing: boolean,
): GetFieldProps<Values> {
  const { t } = useTranslation();

  function words(rule: Rule, text: string): string | true {
    const complaint = validate(rule, text);
    if (!complaint) return true;
    if (!("min" in complaint)) return t(`rule.${complaint.key}`, complaint);
    return t(`rule.${complaint.key}`, {
      ...complaint,
      min: formatNumber(complaint.min),
      max: formatNumber(complaint.max),
    });
  }
  return (name, { required, missing, wrong, presenceOnly = false, also, ...options } = {}) => {
    const base: Rule = rules[name as keyof Values] ?? {};
    const rule = { ...base, required: required ?? base.required ?? false };
    const textOf = (value: unknown) => String(value ?? "");
    const field = form.register(name, {
      ...options,
      validate: {
        required: (value) =>
          !rule.required || textOf(value).trim() !== "" || (missing ?? (saysMissing ? false : t("rule.required"))),
        rule: (value) => {
          const result = presenceOnly ? true : words(rule, textOf(value));
          return result === true ? (also?.(textOf(value)) ?? true) : (wrong ?? result);
        },
      },
    });
    const { error } = form.getFieldState(name, form.formState);
    // A number that is too long is not cut off, because that would make it another number.
    const isText = rule.maxLength !== undefined && rule.min === undefined;
    return { field, error, required: rule.required, ...(isText && { maxLength: rule.maxLength as number }) };
  };
}
