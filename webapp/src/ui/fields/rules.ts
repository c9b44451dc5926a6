import type { RegisterOptions } from "react-hook-form";

interface Rule {
  required?: boolean;
  maxLength?: number;
}

/**
 * Of a field's generated rule, only that something has to be there; blanks are nothing. For forms whose server says the
 * rest better.
 */
export function filled(rule: Rule): Pick<RegisterOptions, "required" | "validate"> {
  return rule.required ? { validate: { required: (value: unknown) => String(value ?? "").trim() !== "" } } : {};
}
