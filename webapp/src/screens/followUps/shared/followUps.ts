import { api } from "@/api/client";
import { accountTypes } from "@/api/gen/constants";
import { createFollowUpRules, listFollowUpsRules } from "@/api/gen/rules";
import type { components } from "@/api/gen/schema";
import { useList, useRefresh } from "@/api/hooks";
import { type Mutation, request } from "@/api/mutation";
import type { AccountType } from "@/api/session";
import { useLiveRecords } from "@/api/useLiveRecords";
import { versionOf } from "@/api/versions";
import { recordPath } from "@/app/paths";
import { choiceFilter, type ListQuery, textFilter } from "@/lib/list/useListQuery";
import { parseRef, type RecordRef, refOf, userReaders } from "@/screens/notes/shared/notes";

export type FollowUp = components["schemas"]["FollowUp"];

/** Form values. The owner is `user:2` or `role:customer_care`. */
export interface FollowUpValues {
  what: string;
  owner: string;
  due: string;
}
export const followUpRules = {
  what: createFollowUpRules.what,
  due: createFollowUpRules.due,
  owner: { required: true },
};

/** Account types that may own follow-ups of a kind of record. */
export const owningRoles = (kind: RecordRef["kind"] | null): readonly AccountType[] =>
  kind === "user" ? accountTypes.filter((type) => userReaders.includes(type)) : accountTypes;

/** Owner of a request from the value of the form. */
function ownerOf(value: string) {
  const [kind, owner] = value.split(":");
  return kind === "role"
    ? { owner_id: null, owner_role: owner as AccountType }
    : { owner_id: Number(owner), owner_role: null };
}

export const toFormValues = ({ what, owner_id, owner_role, due }: FollowUp): FollowUpValues => ({
  what,
  owner: owner_role ? `role:${owner_role}` : owner_id ? `user:${owner_id}` : "",
  due,
});

export async function readFollowUp({ id }: FollowUp): Promise<FollowUp> {
  return (await api.get("/careops/follow_ups/{follow_up_id}", { path: { follow_up_id: id } })).data.follow_up;
}

/** Add a follow-up to a record. */
export function createFollowUpRequest(record: RecordRef, { what, owner, due }: FollowUpValues): Mutation {
  const body = { record: refOf(record), what: what.trim(), due, ...ownerOf(owner) };
  return request.post("/careops/follow_ups", { body });
}

/** Change an open follow-up with its version. */
export function updateFollowUpRequest(followUp: FollowUp, { what, owner, due }: FollowUpValues): Mutation {
  const path = { follow_up_id: followUp.id };
  const body = { what: what.trim(), due, ...ownerOf(owner) };
  return request.put("/careops/follow_ups/{follow_up_id}", { path, body, ifMatch: versionOf(followUp) });
}

/** Reload everything on screen that shows follow-ups. */
export const useRefreshFollowUps = () => useRefresh("/careops/follow_ups", "/careops/timeline");

/** Filters of the list in the address bar; an empty scope means the user's, an empty state means open. */
export const followUpFilters = {
  search: textFilter(listFollowUpsRules.search_text.maxLength),
  scope: choiceFilter("all", "unattended", ...accountTypes),
  state: choiceFilter("done", "cancelled", "all"),
};
type Filters = Record<keyof typeof followUpFilters, string>;
type Pages = { page: number; perpage: number };

function queryOf({ search, scope, state }: Filters, pages: Pages) {
  return {
    ...pages,
    ...(scope === "" && { mine: true }),
    ...(scope === "unattended" && { unattended: true }),
    ...((accountTypes as readonly string[]).includes(scope) && { role: scope as AccountType }),
    ...(state && { state: state as "all" }),
    ...(search.trim() && { search_text: search.trim() }),
  };
}
const rowsOf = ({ data, total_records }: { data: { follow_ups: FollowUp[] }; total_records: number }) => ({
  rows: data.follow_ups,
  total: total_records,
});

/** One page of follow-ups, reloaded when someone changes one. */
export function useFollowUps({ page, perpage, values }: ListQuery<keyof typeof followUpFilters>) {
  const list = useList("/careops/follow_ups", { query: queryOf(values, { page, perpage }) }, rowsOf);
  useLiveRecords("follow_up", undefined, list.reload);
  return list;
}
export const readFollowUps = async (values: Filters, pages: Pages) =>
  rowsOf(await api.get("/careops/follow_ups", { query: queryOf(values, pages) }));

export const isOpen = ({ state }: FollowUp) => state === "open";

/** Address of the screen of a record; undefined for kinds that this version does not know. */
export function refPath(ref: string): string | undefined {
  const { kind, id } = parseRef(ref);
  return recordPath(kind, id);
}

export function closeFollowUpRequest({ id }: Pick<FollowUp, "id">, state: "done" | "cancelled", reason = ""): Mutation {
  const body = { state, ...(reason && { reason }) };
  return request.post("/careops/follow_ups/{follow_up_id}/close", { path: { follow_up_id: id }, body });
}
export const reopenFollowUpRequest = ({ id }: Pick<FollowUp, "id">): Mutation =>
  request.post("/careops/follow_ups/{follow_up_id}/reopen", { path: { follow_up_id: id } });

export const handOverRequest = (ids: number[], owner: string, note: string): Mutation =>
  request.post("/careops/follow_ups/hand_over", { body: { ids, ...ownerOf(owner), ...(note && { note }) } });
