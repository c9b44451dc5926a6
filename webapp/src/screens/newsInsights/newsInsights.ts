import { api } from "@/api/client";
import type { components } from "@/api/gen/schema";
import { useList, useRecord, useRefresh } from "@/api/hooks";
import { choiceFilter, type ListQuery, type Pages } from "@/lib/list/useListQuery";

export type TagStats = components["schemas"]["NewsTagStats"];
export type DuplicateTagGroup = components["schemas"]["DuplicateTags"];
export type StatsRow = components["schemas"]["StatsRow"];
export type Interest = components["schemas"]["NewsInterest"];

/** Sortable columns; the server sorts (B-71). */
export const tagOrders = ["tag_name", "published_news_count", "shared_news_count", "viewed_news_count"] as const;

export function useTagStats({ page, perpage, order }: ListQuery<never>) {
  const by = tagOrders.find((name) => name === order?.by);
  const query = {
    page,
    perpage,
    ...(by && ({ sort_by: by, sort_order: order?.descending ? "desc" : "asc" } as const)),
  };
  return useList("/admin/news_tags", { query }, ({ data, meta }) => ({
    rows: data.map(({ attributes }) => attributes),
    total: meta.total_records,
  }));
}

const duplicatesPath = "/careops/news_tags/twins";

/** Groups of duplicate tags; empty if the platform lacks the call. */
export function useDuplicateTags() {
  const { data } = useRecord(duplicatesPath, {}, (reply) => Array.isArray(reply.data.groups));
  const reload = useRefresh(duplicatesPath, "/admin/news_tags");
  return { groups: data?.data.groups ?? [], reload };
}

export function mergeTags(stays: TagStats, goes: readonly TagStats[]) {
  return api.post("/careops/news_tags/{tag_id}/merge", {
    path: { tag_id: stays.id },
    body: { tag_ids: goes.map(({ id }) => id) },
  });
}

export function useNewsStats() {
  return useRecord("/admin/doctors/news_stats", {}, (reply) => reply.news_types);
}

export const interestFilters = { type: choiceFilter("CME") };
/** Interests of doctors in pharma news or CME events. */
export function useInterests({ page, perpage }: Pages, isCme: boolean) {
  const path = isCme ? "/admin/news_articles/cme_interests" : "/admin/news_articles/pharma_interests";
  return useList(path, { query: { page, perpage } }, "interests");
}
