import type { components } from "@/api/gen/schema";
import { useList, useRecord } from "@/api/hooks";
import { type ListQuery, oneOf, type Pages } from "@/lib/useListQuery";

export type TagStats = components["schemas"]["NewsTagStats"];
export type StatsRow = components["schemas"]["StatsRow"];
export type Interest = components["schemas"]["NewsInterest"];

/** What tags can be ordered by; the server does it (B-71). */
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

export function useNewsStats() {
  return useRecord("/admin/doctors/news_stats", {}, (reply) => reply.news_types);
}

export const interestFilters = { type: oneOf("CME") };
/** What doctors want to hear more about: pharma news, or CME events. */
export function useInterests({ page, perpage }: Pages, isCme: boolean) {
  const path = isCme ? "/admin/news_articles/cme_interests" : "/admin/news_articles/pharma_interests";
  return useList(path, { query: { page, perpage } }, ({ data }) => ({
    rows: data.interests,
    total: data.total_records,
  }));
}
