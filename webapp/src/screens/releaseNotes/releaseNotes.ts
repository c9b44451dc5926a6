import { api } from "@/api/client";
import type { components } from "@/api/gen/schema";
import { useList } from "@/api/hooks";
import { type Mutation, request } from "@/api/mutation";
import { serverNow } from "@/api/token";
import { versionOf } from "@/api/versions";
import type { Pages } from "@/lib/list/useListQuery";
import { dayOf, momentOn, today } from "@/lib/time/dates";

export type ReleaseNote = components["schemas"]["ReleaseNote"];

export function useReleaseNotes({ page, perpage }: Pages) {
  return useList("/admin/release_notes", { query: { page, perpage } }, "release_notes");
}

/** A note as form values: its date is a day, "2026-11-21", or "" for none. */
export interface Values {
  title: string;
  note_text: string;
  publish: boolean;
  published_at: string;
}
export const now = () => today(serverNow());
export const emptyNote = (): Values => ({ title: "", note_text: "", publish: false, published_at: now() });

export const toFormValues = ({ title, note_text, publish, published_at }: ReleaseNote): Values => ({
  title,
  note_text,
  publish,
  published_at: published_at ? dayOf(published_at) : now(),
});

/** A draft has no date. A changed day is sent with the current time (B-114), an unchanged one as it was. */
function bodyOf({ title, note_text, publish, published_at: day }: Values, before: ReleaseNote | null) {
  const previousMoment = before?.published_at;
  const published_at = previousMoment && dayOf(previousMoment) === day ? previousMoment : momentOn(day, serverNow());
  return { title: title.trim(), note_text: note_text.trim(), publish, ...(publish && day && { published_at }) };
}

export async function readNote({ id }: ReleaseNote): Promise<ReleaseNote> {
  const { data } = await api.get("/careops/release_notes/{note_id}", { path: { note_id: id } });
  return data;
}

/** Add a note, or change the given one with its version. */
export function saveNoteRequest(values: Values, before: ReleaseNote | null): Mutation {
  const body = bodyOf(values, before);
  if (!before) return request.post("/admin/release_notes", { body });
  return request.put("/admin/release_notes/{note_id}", {
    path: { note_id: before.id },
    body,
    ifMatch: versionOf(before),
  });
}

export function deleteNoteRequest({ id }: ReleaseNote) {
  return request.delete("/admin/release_notes/{note_id}", { path: { note_id: id } });
}
