import { useEffect } from "react";
import { api } from "@/api/client";
import { ApiError } from "@/api/errors";
import {
  type AppliedOutcome,
  appliedOutcome,
  type OnConflict,
  type RepeatedOutcome,
  repeatedOutcome,
  requestSelection,
  requestStatus,
} from "@/api/gen/choices";
import { maxPageSize } from "@/api/gen/constants";
import { type ProposableCall, proposableCalls } from "@/api/gen/proposableCalls";
import { listChangeRequestsRules } from "@/api/gen/rules";
import type { components } from "@/api/gen/schema";
import { useCatalogue, useList, useRecord, useRefresh } from "@/api/hooks";
import { request, send } from "@/api/mutation";
import type { ProposedChange } from "@/api/proposedChanges";
import { useLiveRefresh } from "@/api/useLiveRefresh";
import {
  choiceFilter,
  type Filter,
  idFilter,
  type ListQuery,
  type Pages,
  patternFilter,
  textFilter,
} from "@/lib/list/useListQuery";
import { todayPath } from "@/screens/today/shared/today";

export type ChangeRequest = components["schemas"]["ChangeRequest"];
export type ListedRequest = components["schemas"]["ListedRequest"];
export type ChangeRequestDetail = components["schemas"]["ChangeRequestDetail"];
export type ChangeGroup = components["schemas"]["ChangeGroup"];
export type ChangePreview = components["schemas"]["ChangePreview"];
export type RequestTarget = components["schemas"]["RequestTarget"];
export type Review = components["schemas"]["Review"];
/** Props of each dialog that an action of a request opens. */
export interface DialogProps {
  detail: ChangeRequestDetail;
  onClose: () => void;
}

const listPath = "/careops/change_requests";
const detailPath = "/careops/change_requests/{request_id}";
const differencePath = "/careops/change_requests/{request_id}/difference";
const targetsPath = "/careops/change_requests/{request_id}/targets";
const proposable = Object.keys(proposableCalls) as ProposableCall[];

/** The id of an author, which is negative for an API key. */
const authorFilter: Filter = (text) => idFilter(text.replace(/^-/, "")) && text;

/** Filters of the list in the address bar. */
export const listFilters = {
  status: choiceFilter(...requestStatus),
  author: authorFilter,
  call: choiceFilter(...proposable),
  record: patternFilter(listChangeRequestsRules.record.pattern),
  only: choiceFilter(...requestSelection),
  search: textFilter(listChangeRequestsRules.search_text.maxLength),
};
export type RequestsQuery = ListQuery<keyof typeof listFilters>;

/** Read one page of the list, and keep it current. */
export function useChangeRequests({
  page,
  perpage,
  values: { status, author, call, record, only, search },
}: RequestsQuery) {
  const selection = requestSelection.find((value) => value === only);
  const knownStatus = requestStatus.find((value) => value === status);
  const filters = {
    ...(knownStatus && { status: knownStatus }),
    ...(author && { author_id: Number(author) }),
    ...(call && { call }),
    ...(record && { record }),
    ...(search && { search_text: search }),
    ...(selection && { only: selection }),
  };
  const list = useList(listPath, { query: { page, perpage, ...filters } }, "change_requests");
  useLiveRefresh("change_requests", list.reload);
  return list;
}

/** Authors of all requests that the user may see. */
export function useRequestAuthors() {
  return useCatalogue("/careops/change_request_authors", {}, ({ data }) => Array.isArray(data)).data?.data ?? [];
}

/** Read a request, and keep it current. `null` disables the read. */
export function useChangeRequest(id: number | null) {
  const record = useRecord(detailPath, id === null ? null : { path: { request_id: id } }, ({ data }) => data.request);
  useLiveRefresh("change_requests", useRefresh(detailPath, targetsPath));
  return record;
}

/** Mark the news of an open page as read, as soon as it is visible. They stay if the call fails. */
export function useReadNews(detail: ChangeRequestDetail | undefined) {
  const refresh = useRefresh(detailPath, todayPath);
  const unread = detail?.unread ? detail.request.id : null;
  useEffect(() => {
    if (unread === null) return;
    const read = () => void (document.hidden || markRequestRead(unread).then(refresh, () => undefined));
    read();
    document.addEventListener("visibilitychange", read);
    return () => document.removeEventListener("visibilitychange", read);
  }, [unread, refresh]);
}

/** Return a function that reads everything about requests again. */
export const useRefreshRequests = () => useRefresh(listPath, detailPath, targetsPath);

export async function readRequest(request_id: number): Promise<ChangeRequestDetail> {
  return (await api.get(detailPath, { path: { request_id } })).data;
}

/** Read the difference between the current revision of a request and the one before; none for the first revision. */
export function useDifference({ id, revision }: ChangeRequest) {
  const options = { path: { request_id: id }, query: { revision } };
  return useRecord(differencePath, revision > 1 ? options : null, ({ data }) => data.texts).data?.data;
}

export const targetFilters = { outcome: choiceFilter(...appliedOutcome) };

export function useTargets(request_id: number, { page, perpage }: Pick<Pages, "page" | "perpage">, outcome: string) {
  const knownOutcome = appliedOutcome.find((value) => value === outcome);
  const query = { page, perpage, ...(knownOutcome && { outcome: knownOutcome }) };
  return useList(targetsPath, { path: { request_id }, query }, "targets");
}

/** Number of open requests that change a record, such as `clinic:41`, and the newest of them. */
export function useOpenRequests(record: string, most: number) {
  return useList(listPath, { query: { status: "open", record, perpage: most } }, "change_requests");
}

/** Time limit of preview and proposal in milliseconds; the server works on 100,000 changes for up to three minutes. */
export const proposalLimitMs = 200_000;

export async function previewChanges(changes: readonly ProposedChange[], signal: AbortSignal): Promise<ChangePreview> {
  const options = { body: { changes: [...changes] }, signal, limitMs: proposalLimitMs };
  return (await api.post("/careops/change_requests/preview", options)).data;
}

type Texts = Pick<ChangeRequest, "title" | "reason"> & { ticket: string; on_conflict: string };
const textsOf = ({ title, reason, ticket, on_conflict }: Texts) => ({
  title: title.trim(),
  reason: reason.trim(),
  ...(ticket.trim() && { ticket: ticket.trim() }),
  on_conflict: on_conflict as OnConflict,
});
type Schedule = Pick<ChangeRequest, "apply_from" | "apply_until" | "canary" | "after">;
/** Without unused parts of the schedule, which a platform of an earlier version may not know. */
const usedOf = (schedule: Schedule) =>
  Object.fromEntries(Object.entries(schedule).filter(([, value]) => value !== null)) as Partial<Schedule>;
export const proposeRequest = (values: Texts, schedule: Schedule, changes: readonly ProposedChange[]) =>
  request.post("/careops/change_requests", {
    body: { ...textsOf(values), ...usedOf(schedule), changes: [...changes] },
  });

/**
 * Replace the texts and the schedule of a request as it was read. Its changes stay; the server reads their base values
 * again. Refused if someone else has revised the request since.
 */
export const reviseRequest = (read: ChangeRequest, values: Texts, schedule: Schedule, changes: ProposedChange[]) =>
  request.post("/careops/change_requests/{request_id}/revisions", {
    path: { request_id: read.id },
    body: { ...textsOf(values), ...schedule, changes, digest: read.digest },
  });

/** Read all changes of a request, page by page. */
export async function readChanges(request_id: number): Promise<RequestTarget[]> {
  const changes: RequestTarget[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { data } = await api.get(targetsPath, { path: { request_id }, query: { page, perpage: maxPageSize } });
    changes.push(...data.targets);
    pages = data.total_pages;
  }
  return changes;
}

/** Read the first changes of a request with an outcome. */
export async function readTargets(request_id: number, outcome: AppliedOutcome): Promise<RequestTarget[]> {
  const query = { page: 1, perpage: maxPageSize, outcome };
  return (await api.get(targetsPath, { path: { request_id }, query })).data.targets;
}

/**
 * Changes without those at the removed positions, and with the same changes of further records. A record that the
 * request changes already is not added again.
 */
export function reviseChanges(
  targets: readonly RequestTarget[],
  removed: ReadonlySet<number>,
  added: readonly number[],
): ProposedChange[] {
  const changes = targets
    .filter(({ position }) => !removed.has(position))
    .map(({ call, parameters }): ProposedChange => ({ call, parameters }));
  const changeTexts = new Set(changes.map((change) => JSON.stringify(change)));
  for (const { call, parameters, resource_id } of targets) {
    // The parameter with the id of the record; a call that creates one has none.
    const name = Object.keys(parameters).find((key) => resource_id !== null && String(parameters[key]) === resource_id);
    if (name === undefined) continue;
    for (const id of added) {
      const change: ProposedChange = { call, parameters: { ...parameters, [name]: id } };
      const text = JSON.stringify(change);
      if (!changeTexts.has(text)) changes.push(change);
      changeTexts.add(text);
    }
  }
  return changes;
}
/** Send a proposal or a revision, which may take longer than other changes. */
export const sendProposal = (change: ReturnType<typeof proposeRequest>) => send(change, { limitMs: proposalLimitMs });

/** Mark the news of a request as read, so that they leave Today. */
const markRequestRead = (request_id: number) =>
  api.put("/careops/change_requests/{request_id}/read", { path: { request_id } });

export type RequestStep =
  | ("apply" | "approve" | "bypass" | "close" | "dismiss" | "object" | "pause")
  | ("resume" | "review_bypass" | "stop" | "undo" | "withdraw");
/** A step of a request. The body has the revision that was read, or a reason; empty texts are left out. */
export const stepRequest = (request_id: number, step: RequestStep, body?: object) =>
  request.post(`/careops/change_requests/{request_id}/${step}`, {
    path: { request_id },
    // The bodies of the twelve steps differ, and a type of one path cannot say which; the server checks each.
    ...(body && { body: Object.fromEntries(Object.entries(body).filter(([, value]) => value !== "")) as never }),
  });
/** Propose changes of a request again, those with one of the outcomes. */
export const proposeAgainRequest = (
  request_id: number,
  outcomes: readonly RepeatedOutcome[],
  values: Texts,
  schedule: Schedule,
) =>
  request.post("/careops/change_requests/{request_id}/propose_again", {
    path: { request_id },
    body: { outcomes: [...outcomes], ...textsOf(values), ...usedOf(schedule) },
  });
/** Outcomes of which a request has changes. The number of those that an undo has reversed is not known. */
export const repeatableOutcomes = (changeRequest: ChangeRequest): readonly RepeatedOutcome[] =>
  repeatedOutcome.filter((outcome) =>
    outcome === "reversed" ? changeRequest.undone_by !== null : changeRequest[outcome] > 0,
  );
/** Objections that stand. */
export const objectionsOf = ({ reviews }: ChangeRequestDetail) =>
  reviews.filter(({ verdict, counts }) => verdict === "object" && counts);

/** True if the request has another revision than the one that was sent. */
export const isRevised = (error: unknown) =>
  error instanceof ApiError && error.problems.some(({ code }) => code === "change_request_revised");
