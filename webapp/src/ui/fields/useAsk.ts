import type {
  FieldError,
  FieldValues,
  Path,
  RegisterOptions,
  UseFormRegisterReturn,
  UseFormReturn,
} from "react-hook-form";
import { useTranslation } from "react-i18next";
import { grouped } from "@/lib/numbers";
import { complaintOf, type Rule } from "@/lib/rules";

/** The generated rules of a call's body, by the names of the form's fields. */
export type Rules<Values> = { readonly [name in keyof Values]?: Rule };

interface Own<Values extends FieldValues, Name extends Path<Values>>
  extends Pick<RegisterOptions<Values, Name>, "onChange" | "onBlur"> {
  /** Has to be there although the contract lets it be left out, or the other way round. */
  required?: boolean;
  /** Said when nothing is there; else the form's one sentence for all, else a sentence of ours. */
  missing?: string;
  /** Said of whatever breaks the rule, in place of what each limit says. */
  wrong?: string;
  /** Only that something is there is looked at; the server says the rest. */
  presenceOnly?: boolean;
  /** One more question, asked of what the rule lets pass: what is wrong, or true. */
  also?: (text: string) => string | true;
}
export interface Asked {
  field: UseFormRegisterReturn;
  error: FieldError | undefined;
  required: boolean;
  maxLength?: number;
}
/** Registers a field by its rule; what it returns is spread on the field. */
export type Ask<Values extends FieldValues> = <Name extends Path<Values>>(name: Name, own?: Own<Values, Name>) => Asked;

export function useAsk<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  rules: Rules<Values>,
  saysMissing: boolean,
): Ask<Values> {
  const { t } = useTranslation();

  function words(rule: Rule, text: string): string | true {
    const complaint = complaintOf(rule, text);
    if (!complaint) return true;
    if (!("min" in complaint)) return t(`rule.${complaint.key}`, complaint);
    return t(`rule.${complaint.key}`, { ...complaint, min: grouped(complaint.min), max: grouped(complaint.max) });
  }
  return (name, { required, missing, wrong, presenceOnly = false, also, ...options } = {}) => {
    const given: Rule = rules[name as keyof Values] ?? {};
    const rule = { ...given, required: required ?? given.required ?? false };
    const textOf = (value: unknown) => String(value ?? "");
    const field = form.register(name, {
      ...options,
      validate: {
        required: (value) =>
          !rule.required || textOf(value).trim() !== "" || (missing ?? (saysMissing ? false : t("rule.required"))),
        rule: (value) => {
          const said = presenceOnly ? true : words(rule, textOf(value));
          return said === true ? (also?.(textOf(value)) ?? true) : (wrong ?? said);
        },
      },
    });
    const { error } = form.getFieldState(name, form.formState);
    // A number is not cut off where it grows too long: it would be another one.
    const isText = rule.maxLength !== undefined && rule.min === undefined;
    return { field, error, required: rule.required, ...(isText && { maxLength: rule.maxLength as number }) };
  };
}
