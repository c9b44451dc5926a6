/** Rule of the contract for one field (api/gen/rules.ts). */
export interface Rule {
  required?: boolean;
  minLength?: number;
  maxLength?: number;
  min?: number;
  max?: number;
  /** Decimal numbers are allowed. */
  decimal?: boolean;
  pattern?: RegExp;
}
/** Reason why a text breaks a rule: the text key of the message and its limits. */
type ValidationError =
  | { key: "number"; min: number; max: number }
  | { key: "decimal"; min: number; max: number; example: string }
  | { key: "tooShort" | "tooLong"; count: number }
  | { key: "form" };

const isNumber = (rule: Rule): rule is Rule & { min: number } => rule.min !== undefined;

/** Example number: a coordinate if negative numbers are allowed, else a small amount. */
const exampleOf = (min: number) => (min < 0 ? "30.9" : "1.5");

/** Check the input of a field; null if it is valid. Empty input is always valid here: see `required`. */
export function validate(rule: Rule, typed: string): ValidationError | null {
  const text = typed.trim();
  if (text === "") return null;
  if (isNumber(rule)) {
    const { min, max = Number.MAX_SAFE_INTEGER } = rule;
    const form = rule.decimal ? /^-?\d+(\.\d+)?$/ : /^\d+$/;
    const isWithin = form.test(text) && Number(text) >= min && Number(text) <= max;
    if (isWithin) return null;
    return rule.decimal ? { key: "decimal", min, max, example: exampleOf(min) } : { key: "number", min, max };
  }
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = rule;
  // Count characters like the server does, not UTF-16 code units.
  const { length } = Array.from(text);
  if (length < minLength) return { key: "tooShort", count: minLength };
  if (length > maxLength) return { key: "tooLong", count: maxLength };
  return rule.pattern && !rule.pattern.test(text) ? { key: "form" } : null;
}
