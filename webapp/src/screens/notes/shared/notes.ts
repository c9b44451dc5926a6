import type { NoteKind } from "@/api/gen/choices";
import { noteEditMinutes } from "@/api/gen/constants";
import type { components } from "@/api/gen/schema";
import { useCatalogue, useRefresh } from "@/api/hooks";
import { request } from "@/api/mutation";
import type { Session } from "@/api/session";
import { serverNow } from "@/api/token";

export type Note = components["schemas"]["Note"];
type StaffAccount = components["schemas"]["StaffAccount"];

/** A record with notes. */
export interface RecordRef {
  kind: NoteKind;
  id: number;
}
export const refOf = ({ kind, id }: RecordRef) => `${kind}:${id}`;

/** Account types that may open the users of the platform. */
export const userReaders: readonly string[] = ["super_admin", "billing_admin"];

/** Colleagues who may open records of a kind, by name. Empty while they load. */
export function useColleagues(kind: RecordRef["kind"] | null): readonly StaffAccount[] {
  const { data } = useCatalogue("/careops/staff", { query: {} }, isStaff);
  const staff = data?.data.staff ?? none;
  return kind === "user" ? staff.filter(({ account_type }) => userReaders.includes(account_type)) : staff;
}
const none: readonly StaffAccount[] = [];
const isStaff = ({ data }: { data: { staff: unknown } }) => Array.isArray(data.staff);

/** Ids of the colleagues whom the server finds by a name, as it reads other scripts; none for an empty one. */
export function useColleagueSearch(name: string): readonly number[] {
  const { data } = useCatalogue("/careops/staff", name ? { query: { search_text: name } } : null, isStaff);
  return (data?.data.staff ?? none).map(({ id }) => id);
}

/** Ids of the colleagues whose names follow an @ in the text. The longest name counts. */
export function mentionsIn(text: string, colleagues: readonly StaffAccount[]): number[] {
  let remainingText = text;
  const ids: number[] = [];
  for (const { id, name } of colleagues.toSorted((a, b) => b.name.length - a.name.length)) {
    const mark = `@${name}`;
    if (name === "" || !text.includes(mark)) continue;
    const isOfAnother =
      !remainingText.includes(mark) && !colleagues.some((other) => other.name === name && other.id !== id);
    if (isOfAnother) continue;
    ids.push(id);
    remainingText = remainingText.replaceAll(mark, " ");
  }
  return ids;
}

export const createNoteRequest = (record: RecordRef, text: string, mentions: number[]) =>
  request.post("/careops/notes", { body: { record: refOf(record), text, mentions } });

export const editNoteRequest = (note: Note, text: string, mentions: number[]) =>
  request.put("/careops/notes/{note_id}", { path: { note_id: note.id }, body: { text, mentions } });

export const pinNoteRequest = (note: Note) =>
  request.put("/careops/notes/{note_id}", { path: { note_id: note.id }, body: { pinned: !note.pinned } });

export const removeNoteRequest = (note: Note) =>
  request.delete("/careops/notes/{note_id}", { path: { note_id: note.id } });

/** Reload everything on screen that shows notes. */
export const useRefreshNotes = () => useRefresh("/careops/notes", "/careops/mentions");

const isAuthor = (note: Note, { user }: Session) => note.author_id === user.id;

/** True if the user may edit the note now. The server checks it again. */
export function isEditable(note: Note, session: Session): boolean {
  const age = serverNow().getTime() - Date.parse(note.created_at);
  return isAuthor(note, session) && age < noteEditMinutes * 60_000;
}

export const isRemovable = (note: Note, session: Session) =>
  isAuthor(note, session) || session.accountType === "super_admin";

/** Kind and id of a record by its reference. */
export function parseRef(ref: string): RecordRef {
  const [kind, id] = ref.split(":");
  return { kind: kind as RecordRef["kind"], id: Number(id) };
}
