import type { ReferenceEntry } from "@/api/reference";

/** A call that a search found. */
export interface FoundCall {
  entry: ReferenceEntry;
  /** The field that matched, if name, path and summary did not. */
  field?: string;
}

/** Find the calls that contain all words of a text, the best matches first: in name, path or area, summary, field. */
export function findCalls(entries: readonly ReferenceEntry[], text: string): FoundCall[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = entries.flatMap((entry) => {
    const matches = words.map((word) => match(entry, word));
    if (!matches.every((one) => one !== null)) return [];
    const field = matches.find((one) => one.field)?.field;
    return [{ rank: Math.max(...matches.map((one) => one.rank)), call: field ? { entry, field } : { entry } }];
  });
  return matches.sort((one, other) => one.rank - other.rank).map(({ call }) => call);
}

function match({ name, path, area, summary, fields }: ReferenceEntry, word: string) {
  const lowerName = name.toLowerCase();
  if (lowerName === word) return { rank: 0 };
  if (lowerName.startsWith(word)) return { rank: 1 };
  if (lowerName.includes(word)) return { rank: 2 };
  if (path.toLowerCase().includes(word) || area.includes(word)) return { rank: 3 };
  if (summary.toLowerCase().includes(word)) return { rank: 4 };
  const names = fields.split(" ");
  const field = names.find((one) => one === word) ?? names.find((one) => one.includes(word));
  return field ? { rank: field === word ? 5 : 6, field } : null;
}

/** "care_cities" → "Care cities" */
export const areaName = (area: string) => area.charAt(0).toUpperCase() + area.slice(1).replaceAll("_", " ");
