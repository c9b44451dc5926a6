import { api } from "@/api/client";
import type { components } from "@/api/gen/schema";
import { useRecord } from "@/api/hooks";
import { useAsking } from "@/api/useAsking";

export type Feed = components["schemas"]["NewsFeed"];

/** The feeds and how they stand, read anew whenever one was fetched. */
export function useFeeds() {
  const reply = useRecord("/careops/news_feeds", {}, ({ data }) => Array.isArray(data.feeds));
  useAsking("news", () => reply.mutate());
  return reply;
}

/** Asks for all feeds to be fetched: a GET, as the platform has it, that is never sent unasked or a second time. */
export const fetchFeeds = () => api.get("/admin/news_articles/fetch_rss", {});
