import { api } from "@/api/client";
import type { paths as calls, components } from "@/api/gen/schema";
import { request, send } from "@/api/mutation";
import { paths } from "@/app/paths";
import { refPath } from "@/screens/followUps/shared/followUps";
import { parseRef } from "@/screens/notes/shared/notes";

/** Call of the sources with their due items. The page and the navigation share its answer. */
export const todayPath = "/careops/today";

export type Item = components["schemas"]["TodayItem"];
export type Queue = components["schemas"]["TodayQueue"];
type SourceName = calls["/careops/today/{source}/{record_id}/claim"]["post"]["parameters"]["path"]["source"];
/** Screen of an item, and the list of its source with the filter of its card. Jobs have no screen. */
const links: Record<SourceName, { item?: (item: Item) => string | undefined; list?: () => string }> = {
  follow_ups: { item: recordUrl, list: paths.followUps },
  mentions: { item: recordUrl, list: () => paths.mentions({ show: "unread" }) },
  change_request_news: { item: recordUrl },
  payments: {
    item: ({ record_id }) => paths.payments({ status: "failed,pending", payment: record_id }),
    list: () => paths.payments({ status: "failed,pending" }),
  },
  subscriptions: { item: ({ record }) => paths.user({ userId: parseRef(record ?? "").id, tab: "billing" }) },
  doctors: { item: recordUrl, list: () => paths.doctors({ status: "unverified" }) },
  invitations: { item: recordUrl, list: () => paths.doctors({ status: "invited" }) },
  campaigns: {
    item: ({ record_id }) => paths.campaigns({ campaign: record_id }),
    list: () => paths.campaigns({ ended: "yes" }),
  },
  change_requests: { item: recordUrl, list: () => paths.changeRequests({ only: "waits_for_me" }) },
  bypass_reviews: { item: recordUrl, list: () => paths.changeRequests() },
  feeds: { item: () => paths.news(), list: () => paths.news() },
  jobs: {},
};

/** Buttons on the screens of items that open the form of their verb: namespace and key of their texts. */
export const formTexts = {
  doctors: "doctors:verification.verify",
  subscriptions: "subscriptions:add.title",
  change_requests: "changeRequests:actions.approve",
  bypass_reviews: "changeRequests:actions.reviewBypass",
} as const;

function recordUrl({ record }: Item) {
  return record ? refPath(record) : undefined;
}

/** A source that this version of the console knows; the server may have others. */
export const isKnown = (source: string): source is SourceName => source in links;
export const itemUrl = (item: Item) => (isKnown(item.source) ? links[item.source].item?.(item) : undefined);
export const listUrl = (source: string) => (isKnown(source) ? links[source].list?.() : undefined);
const opened = (Object.keys(links) as SourceName[]).filter((source) => links[source].item);

const pathOf = ({ source, record_id }: Item) => ({ path: { source: source as SourceName, record_id } });

/** Claim the most urgent free item that has a screen, of one source or of all. Null if there is none. */
export async function claimNext(source: string | null): Promise<Item | null> {
  const sources = opened.filter((name) => source === null || name === source);
  const { data } = await api.post("/careops/today/next", { body: { sources } });
  return data.item ?? null;
}
export const claim = (item: Item) => api.post("/careops/today/{source}/{record_id}/claim", pathOf(item));
export const release = (item: Item) => api.post("/careops/today/{source}/{record_id}/release", pathOf(item));
export const snoozeRequest = (item: Item, until: string, note?: string) =>
  request.post("/careops/today/{source}/{record_id}/snooze", {
    ...pathOf(item),
    body: { until, ...(note && { note }) },
  });
export const snooze = (item: Item, until: string) => send(snoozeRequest(item, until));
export const markMentionsRead = (noteIds: number[]) =>
  api.put("/careops/mentions/read", { body: { note_ids: noteIds } });
/** Mark a mention or the news of a change request as read. */
export const markRead = ({ note_id, record }: Item): Promise<unknown> =>
  typeof note_id === "number"
    ? markMentionsRead([note_id])
    : api.put("/careops/change_requests/{request_id}/read", { path: { request_id: parseRef(record ?? "").id } });
export const unsnooze = (item: Item) => api.post("/careops/today/{source}/{record_id}/unsnooze", pathOf(item));
