import type audit from "@/i18n/en/audit.json";
import { formatPhone } from "@/lib/phone";
import type { AuditTrail } from "./auditLogs";

/** Texts for events as sentences, in the user's language (audit.json, `story`). */
export type Words = (typeof audit)["story"];
export interface Change {
  field: string;
  before: string;
  after: string;
}

type Fields = Record<string, unknown>;
const nothing = "-";
/** Fields that name a record, best first. */
const names = ["name", "title", "code", "phone_number"] as const;
const place = new Set(["address_line_1", "address_line_2", "city", "state", "zipcode", "latitude", "longitude"]);
/** Fields to hide: coordinates follow from the address, and ids are in the raw data. */
const unread = (field: string) => field === "latitude" || field === "longitude" || field.endsWith("_id");

/** Changed fields of an event, with both values formatted for people. */
export function fieldChanges({ before, after }: AuditTrail, words: Words): Change[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .filter((field) => !unread(field))
    .map((field) => ({
      field: labelOf(field, words),
      before: written(field, before?.[field], words),
      after: written(field, after?.[field], words),
    }))
    .filter(({ before, after }) => before !== after);
}

/** One sentence about an action of a person; undefined for other events and for refused requests. */
export function eventSentence(event: AuditTrail, words: Words): string | undefined {
  const { key, user, before, after, resource, event_status } = event;
  const [area = "", deed = ""] = key.split(".");
  const deeds = (words.deeds as Record<string, Record<string, string>>)[area];
  const isMove = key === "clinic.update" && Object.keys(after ?? {}).some((field) => place.has(field));
  const template = deeds?.[isMove ? "move" : deed];
  if (!template || event_status !== "SUCCESS" || !user?.name) return undefined;
  const named = [after, before]
    .flatMap((fields) => names.map((name) => fields?.[name] && phoneOf(name, fields[name])))
    .find(isText);
  const what = area === "module" ? Object.keys(after ?? {}).join(", ") : (named ?? String(resource?.id ?? ""));
  const sentence = template.replace("{name}", user.name).replace("{what}", what);
  const steps = area === "module" || !before || !after ? [] : fieldChanges(event, words);
  return steps.length > 0 ? `${sentence}: ${steps.map(step).join("; ")}` : sentence;
}

/** Format a phone number as every screen shows it; return any other value unchanged. */
const phoneOf = <Value>(field: string, value: Value) =>
  field.endsWith("phone_number") && typeof value === "string" ? (formatPhone(null, value) ?? value) : value;
const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
const step = ({ field, before, after }: Change) => `${field} ${before} → ${after}`;
const labelOf = (field: string, { fields }: Words) =>
  (fields as Record<string, string>)[field] ?? field.replaceAll("_", " ");

/** Format a value: a list by the names in it, a record of the raw data as JSON. */
function written(field: string, value: unknown, words: Words): string {
  if (value === null || value === undefined || value === "") return nothing;
  if (typeof value === "boolean") return value ? words.on : words.off;
  if (Array.isArray(value))
    return value.length === 0 ? nothing : value.map((one) => written(field, one, words)).join(", ");
  if (typeof value !== "object") return phoneOf(field, String(value));
  const named = Object.entries(value as Fields).find(([field, inner]) => field.endsWith("name") && isText(inner));
  return named ? String(named[1]) : JSON.stringify(value);
}
