import type { components } from "@/api/gen/schema";
import type audit from "@/i18n/en/audit.json";
import { type FieldChange, fieldChanges, formatPhoneField } from "@/lib/fieldChanges";

type AuditTrail = components["schemas"]["AuditTrail"];

/** Texts for events as sentences, in the user's language (audit.json, `story`). */
export type Words = (typeof audit)["story"];

/** Fields that name a record, best first. */
const names = ["name", "title", "code", "phone_number"] as const;
const place = new Set(["address_line_1", "address_line_2", "city", "state", "zipcode", "latitude", "longitude"]);

/** One sentence about an action of a person; undefined for other events and for refused requests. */
export function eventSentence(event: AuditTrail, words: Words): string | undefined {
  const { key, user, before, after, resource, event_status } = event;
  const [area = "", deed = ""] = key.split(".");
  const deeds = (words.deeds as Record<string, Record<string, string>>)[area];
  const isMove = key === "clinic.update" && Object.keys(after ?? {}).some((field) => place.has(field));
  const template = deeds?.[isMove ? "move" : deed];
  if (!template || event_status !== "SUCCESS" || !user?.name) return undefined;
  const named = [after, before]
    .flatMap((fields) => names.map((name) => fields?.[name] && formatPhoneField(name, fields[name])))
    .find(isText);
  const what = area === "module" ? Object.keys(after ?? {}).join(", ") : (named ?? String(resource?.id ?? ""));
  const sentence = template.replace("{name}", user.name).replace("{what}", what);
  const steps = area === "module" || !before || !after ? [] : fieldChanges(event, words);
  return steps.length > 0 ? `${sentence}: ${steps.map(step).join("; ")}` : sentence;
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
const step = ({ field, before, after }: FieldChange) => `${field} ${before} → ${after}`;
