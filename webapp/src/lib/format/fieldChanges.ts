import { formatPhone } from "@/lib/format/phone";

/** Labels of fields, and words for switches, in the user's language (audit.json, `story`). */
export interface FieldTexts {
  fields: object;
  on: string;
  off: string;
  /** Label of a policy in the list of policies; undefined for other fields. */
  policyLabel?: (field: string) => string | undefined;
  /** Text of a policy or freeze period; undefined for other values. */
  protectionText?: (field: string, value: object) => string | undefined;
}
/** A changed field with its label, and both values formatted for people. */
export interface FieldChange {
  field: string;
  before: string;
  after: string;
}
type Fields = Readonly<Record<string, unknown>> | null | undefined;

const nothing = "-";
/** Fields to hide: coordinates follow from the address, and ids and references are in the raw data. */
const isHidden = (field: string) =>
  field === "latitude" || field === "longitude" || field === "record" || field.endsWith("_id");

/**
 * Return the changed fields of a record, without ids and coordinates unless `isComplete`. Null stands for a record that
 * does not exist before or afterwards.
 */
export function fieldChanges(
  { before, after }: { before?: Fields; after?: Fields },
  texts: FieldTexts,
  { isComplete = false } = {},
): FieldChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .filter((field) => isComplete || !isHidden(field))
    .map((field) => ({
      field: fieldLabel(field, texts),
      before: formatValue(field, before?.[field], texts),
      after: formatValue(field, after?.[field], texts),
    }))
    .filter(({ before, after }) => before !== after);
}

export const fieldLabel = (field: string, { fields, policyLabel }: FieldTexts) =>
  (fields as Record<string, string>)[field] ?? policyLabel?.(field) ?? field.replaceAll("_", " ");

/** Format a value: a list by the names in it, a record of the raw data as JSON. */
export function formatValue(field: string, value: unknown, texts: FieldTexts): string {
  if (value === null || value === undefined || value === "") return nothing;
  if (typeof value === "boolean") return value ? texts.on : texts.off;
  if (Array.isArray(value))
    return value.length === 0 ? nothing : value.map((item) => formatValue(field, item, texts)).join(", ");
  if (typeof value !== "object") return formatPhoneField(field, String(value));
  const named = Object.entries(value).find(([name, inner]) => name.endsWith("name") && isText(inner));
  return named ? String(named[1]) : (texts.protectionText?.(field, value) ?? JSON.stringify(value));
}

/** Format a phone number as every screen shows it; return any other value unchanged. */
export const formatPhoneField = <Value>(field: string, value: Value) =>
  field.endsWith("phone_number") && typeof value === "string" ? (formatPhone(null, value) ?? value) : value;
const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
