import type { VersionedForm } from "./useConflict";

/** Labels of a form's fields, and the text for their values. */
export type ShownFields<Values> = Pick<VersionedForm<Values>, "fields" | "textOf">;

const shownLetters = 60;
const mostParts = 3;
/** Values of choices and days, which only their form can format. */
const code = /^[A-Z_]+$|^\d{4}-\d{2}-\d{2}$|^(yes|no)$/;

function plainText(value: unknown): string {
  if (typeof value === "string") return code.test(value) ? "" : value;
  if (!Array.isArray(value)) return "";
  return value.map((each) => (typeof each === "string" ? each : (each?.name ?? each?.title ?? ""))).join(", ");
}
function shorten(text: string): string {
  const line = text.trim().replace(/\s+/g, " ");
  return line.length > shownLetters ? `${line.slice(0, shownLetters).trimEnd()}…` : line;
}

/** The first fields of a draft in one line, with their labels if the form names them. */
export function draftText<Values>(values: Readonly<Record<string, unknown>>, shown?: ShownFields<Values>): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    const field = name as keyof Values & string;
    const label = shown?.fields[field];
    if (shown && label === undefined) continue;
    const text = shorten(shown?.textOf?.(field, value) ?? plainText(value));
    if (text) parts.push(label ? `${label}: ${text}` : text);
  }
  return parts.length > mostParts ? `${parts.slice(0, mostParts).join(" · ")} · …` : parts.join(" · ");
}
