import { api } from "@/api/client";
import { searchDebounceMs } from "@/api/gen/constants";
import { searchCatalogueRules } from "@/api/gen/rules";
import type { components } from "@/api/gen/schema";
import { useSuggestions } from "@/lib/hooks/useSuggestions";

export type Speciality = components["schemas"]["CatalogueEntry"];
export type SpecialityIndex = "specialities" | "clinic_specialities";

const most = 20;
const longest = searchCatalogueRules.query.match_phrase_prefix.name.maxLength;

/** Letters of any script with single spaces; removes digits and signs. */
export const lettersOf = (text: string) =>
  text
    .replace(/[^\p{L}\p{M}\s]+/gu, "")
    .replace(/\s+/g, " ")
    .trim();

async function searchSpecialities(index: SpecialityIndex, name: string, signal: AbortSignal): Promise<Speciality[]> {
  const body = { index, size: most, query: { match_phrase_prefix: { name } } };
  const { hits } = await api.post("/_search", { body, signal });
  return hits.hits.map(({ _source }) => _source);
}

/** Search specialities by the beginning of their name, from `least` letters on. */
export function useSpecialities(index: SpecialityIndex, least: number) {
  const suggestions = useSuggestions((name, signal) => searchSpecialities(index, name, signal), searchDebounceMs);
  function look(typed: string) {
    const letters = lettersOf(typed).slice(0, longest);
    suggestions.look([...letters].length >= least ? letters : "");
  }
  return { ...suggestions, look };
}
