import { api } from "@/api/client";
import { listUniversitiesRules } from "@/api/gen/rules";
import type { components } from "@/api/gen/schema";
import { useList } from "@/api/hooks";
import { type Mutation, request } from "@/api/mutation";
import { versionOf } from "@/api/versions";
import { type ListQuery, textFilter } from "@/lib/list/useListQuery";
import { optionalNumber, text, type ValuesOf } from "@/ui/record/fields";

export type University = components["schemas"]["University"];

/** Fields of the form and columns of the list. */
export const fields = { name: text(), rank: optionalNumber() };

/** Filters of the list in the address bar. */
export const universityFilters = { search: textFilter(listUniversitiesRules.name.maxLength) };

export function useUniversities({ page, perpage, values: { search } }: ListQuery<keyof typeof universityFilters>) {
  const name = search.trim();
  return useList("/admin/basic_universities", { query: { page, perpage, ...(name && { name }) } }, (reply) => ({
    rows: reply.data.map(({ attributes }) => attributes),
    total: reply.meta.total_records,
  }));
}

export async function readUniversity({ id }: University): Promise<University> {
  const { data } = await api.get("/careops/universities/{university_id}", { path: { university_id: id } });
  return data;
}

/** The platform replaces the whole university. `before` is the record as read. */
export function saveUniversityRequest(body: ValuesOf<typeof fields>, before: University | null): Mutation {
  if (!before) return request.post("/admin/basic_universities", { body });
  const path = { university_id: before.id };
  return request.put("/admin/basic_universities/{university_id}", { path, body, ifMatch: versionOf(before) });
}
