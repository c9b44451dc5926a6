import { api } from "@/api/client";
import type { paths as calls, components } from "@/api/gen/schema";
import { request, send } from "@/api/mutation";
import { paths } from "@/app/paths";
import { refPath } from "@/screens/followUps/shared/followUps";

/** Call of the sources with their due items. The page and the navigation share its answer. */
export const todayPath = "/careops/today";

export type Item = components["schemas"]["TodayItem"];
export type Queue = components["schemas"]["TodayQueue"];
type SourceName = calls["/careops/today/{source}/{record_id}/claim"]["post"]["parameters"]["path"]["source"];

/** Screen of an item, and the list of its source. Jobs have no screen. */
const links: Record<SourceName, { item?: (item: Item) => string | undefined; list?: () => string }> = {
  doctors: { item: ({ record_id }) => paths.doctor({ doctorId: Number(record_id) }), list: paths.doctors },
  invitations: { item: ({ record_id }) => paths.doctor({ doctorId: Number(record_id) }), list: paths.doctors },
  payments: {
    item: ({ clinic_id }) => paths.clinic({ clinicId: Number(clinic_id), tab: "payments" }),
    list: () => paths.payments({ status: "failed,pending" }),
  },
  subscriptions: { item: ({ user_id }) => paths.user({ userId: Number(user_id) }), list: paths.users },
  referrals: { item: ({ record_id }) => paths.booking({ referralId: Number(record_id) }), list: paths.referrals },
  campaigns: { item: () => paths.campaigns(), list: paths.campaigns },
  jobs: {},
  follow_ups: { item: recordUrl, list: paths.followUps },
  mentions: { item: recordUrl },
  feeds: { item: () => paths.news(), list: () => paths.news() },
  broadcasts: { item: paths.broadcasts, list: paths.broadcasts },
  change_requests: {
    item: ({ record_id }) => paths.changeRequest({ requestId: Number(record_id) }),
    list: () => paths.changeRequests({ only: "waits_for_me" }),
  },
  bypass_reviews: {
    item: ({ record_id }) => paths.changeRequest({ requestId: Number(record_id) }),
    list: () => paths.changeRequests(),
  },
  change_request_news: { item: ({ record }) => paths.changeRequest({ requestId: Number(record?.split(":")[1]) }) },
};

/** Screen of the record of a follow-up or mention. */
function recordUrl({ record }: Item) {
  return record ? refPath(record) : undefined;
}

/** A source that this version of the console knows; the server may have others. */
export const isKnown = (source: string): source is SourceName => source in links;
export const itemUrl = (item: Item) => (isKnown(item.source) ? links[item.source].item?.(item) : undefined);
export const listUrl = (source: string) => (isKnown(source) ? links[source].list?.() : undefined);
const opened = (Object.keys(links) as SourceName[]).filter((source) => links[source].item);

/** Sources with items of one person; follow-ups are those of the user or of the account type. */
export const personalSources = ["mentions", "change_request_news", "follow_ups"] as const;
export const isPersonal = ({ source }: Queue) => personalSources.some((personal) => personal === source);

const pathOf = ({ source, record_id }: Item) => ({ path: { source: source as SourceName, record_id } });

/** Claim the oldest free item that has a screen. Null if there is none. */
export async function claimNext(): Promise<Item | null> {
  const { data } = await api.post("/careops/today/next", { body: { sources: opened } });
  return data.item ?? null;
}
export const claim = (item: Item) => api.post("/careops/today/{source}/{record_id}/claim", pathOf(item));
export const release = (item: Item) => api.post("/careops/today/{source}/{record_id}/release", pathOf(item));
export const snoozeRequest = (item: Item, until: string) =>
  request.post("/careops/today/{source}/{record_id}/snooze", { ...pathOf(item), body: { until } });
export const snooze = (item: Item, until: string) => send(snoozeRequest(item, until));
export const markMentionsRead = (noteIds: number[]) =>
  api.put("/careops/mentions/read", { body: { note_ids: noteIds } });
export const unsnooze = (item: Item) => api.post("/careops/today/{source}/{record_id}/unsnooze", pathOf(item));
