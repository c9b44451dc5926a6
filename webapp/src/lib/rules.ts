/** What one field is asked for, as the contract has it (api/gen/rules.ts). */
export interface Rule {
  required?: boolean;
  minLength?: number;
  maxLength?: number;
  min?: number;
  max?: number;
  /** A number with a point in it will do. */
  decimal?: boolean;
  pattern?: RegExp;
}
/** Why a text breaks a rule, by the key of what is said about it and the limits named there. */
export type Complaint =
  | { key: "number"; min: number; max: number }
  | { key: "decimal"; min: number; max: number; example: string }
  | { key: "tooShort" | "tooLong"; count: number }
  | { key: "form" };

const isNumber = (rule: Rule): rule is Rule & { min: number } => rule.min !== undefined;

/** A number to write like: a coordinate where there are negative ones, else a small amount. */
const exampleOf = (min: number) => (min < 0 ? "30.9" : "1.5");

/** What is wrong with what was typed; null when nothing is. Nothing typed is never wrong here: see `required`. */
export function complaintOf(rule: Rule, typed: string): Complaint | null {
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
  // As the server counts: characters, not the two halves some of them are stored in.
  const { length } = Array.from(text);
  if (length < minLength) return { key: "tooShort", count: minLength };
  if (length > maxLength) return { key: "tooLong", count: maxLength };
  return rule.pattern && !rule.pattern.test(text) ? { key: "form" } : null;
}
