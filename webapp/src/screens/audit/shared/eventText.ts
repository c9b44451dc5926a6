import type { components } from "@/api/gen/schema";
import { paths, recordPath } from "@/app/paths";
import type audit from "@/i18n/en/audit.json";
import { type FieldChange, fieldChanges, formatPhoneField } from "@/lib/format/fieldChanges";

type AuditTrail = components["schemas"]["AuditTrail"];

/** Texts for events as sentences, in the user's language: `story` of audit.json, and the names of modules and flags. */
export type Words = (typeof audit)["story"] & { modules: Readonly<Record<string, string>> };
/** Current names of the records of an event. */
export interface EventNames {
  record_name?: string | null;
  /** Reference of the record if it is not that of the event. */
  record?: string | null;
  clinic?: components["schemas"]["ClinicOfEvent"] | null;
}
/** Part of a sentence; with an address, a link. */
interface SentencePart {
  text: string;
  to?: string | undefined;
}
interface EventText {
  parts: SentencePart[];
  /** Changed fields with their values before and after; empty if the sentence says it all. */
  steps: string;
}

/** Fields that name a record, best first. */
const names = ["name", "title", "code", "phone_number"] as const;
const place = new Set(["address_line_1", "address_line_2", "city", "state", "zipcode", "latitude", "longitude"]);
/** Sentence of an event of an app that this console does not know. */
const otherDeed = "{name}: {what}";
const optional = /\[([^\]]*)\]/g;
const placeholder = /\{(\w+)\}/;

/**
 * One sentence about an event, without keys and ids. Parts in brackets are left out if their name is missing, such as
 * that of the record whose timeline this is (`page`).
 */
export function eventText(
  event: AuditTrail,
  words: Words,
  { record_name, record, clinic }: EventNames = {},
  page?: string,
): EventText {
  const { key, user, before, after, resource, event_status: status, description } = event;
  const deed = deedOf(event);
  const [area = "", verb = ""] = deed.split(".");
  const template = (words.deeds as Record<string, Record<string, string>>)[area]?.[verb] ?? otherDeed;
  const named = [after, before]
    .flatMap((fields) => names.map((name) => fields?.[name] && formatPhoneField(name, fields[name])))
    .find(isText);
  const isSwitch = area === "module" && template !== otherDeed;
  const switched = Object.keys(after ?? {}).map((name) => words.modules[name] ?? name);
  const ref = record ?? { ...before, ...after }.record;
  const [type, id] = isText(ref) ? ref.split(":") : [resource?.type, resource?.id];
  const address = addressOf(type, Number(id));
  const number = type === "change_request" && address ? `#${id}` : undefined;
  const values: Record<string, SentencePart | undefined> = {
    name: toPart(user?.name || words.someone),
    record: address && address === page ? undefined : toPart(record_name ?? named ?? number, address),
    what: toPart(isSwitch ? switched.join(", ") : template === otherDeed ? description || spaced(key) : named),
    clinic: toPart(clinic?.name ?? undefined, clinicAddress(clinic)),
  };
  const sentence = template.replace(optional, (_, text: string) => {
    const name = placeholder.exec(text)?.[1];
    return name && values[name] ? text : "";
  });
  const complete = status === "FAILED" ? words.refused.replace("{sentence}", sentence) : sentence;
  const parts = complete.split(/(\{\w+\})/).flatMap((text) => {
    const name = placeholder.exec(text)?.[1];
    return name ? (values[name] ?? []) : text ? [{ text }] : [];
  });
  const isNew = Object.keys(before ?? {}).length === 0;
  const steps = isSwitch || isNew || !after ? [] : fieldChanges(event, words);
  return { parts, steps: steps.map(step).join("; ") };
}

const addressOf = (type: string | null | undefined, id: number) =>
  Number.isSafeInteger(id) && id > 0 ? recordPath(type, id) : undefined;
const clinicAddress = (clinic: EventNames["clinic"]) =>
  clinic?.name ? paths.clinic({ clinicId: clinic.id }) : undefined;

/** The same as plain text. */
export function eventSentence(event: AuditTrail, words: Words, names?: EventNames): string {
  const { parts, steps } = eventText(event, words, names);
  const sentence = parts.map(({ text }) => text).join("");
  return steps ? `${sentence}: ${steps}` : sentence;
}

/** Key of the sentence: a changed address and a switched flag have their own. */
function deedOf({ key, after }: AuditTrail): string {
  const fields = Object.entries(after ?? {});
  if (key === "clinic.update" && fields.some(([field]) => place.has(field))) return "clinic.move";
  if (key !== "clinic.settings" || fields.length === 0) return key;
  if (fields.every(([, value]) => value === true)) return "module.activate";
  return fields.every(([, value]) => value === false) ? "module.deactivate" : key;
}

const toPart = (text: string | undefined, to?: string): SentencePart | undefined => (text ? { text, to } : undefined);
const spaced = (key: string) => key.replace(/[._]+/g, " ");
const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
const step = ({ field, before, after }: FieldChange) => `${field} ${before} → ${after}`;
