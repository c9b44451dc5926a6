import { api } from "@/api/client";
import type { components } from "@/api/gen/schema";
import { useRecord } from "@/api/hooks";
import { useLiveRefresh } from "@/api/useLiveRefresh";

export type Feed = components["schemas"]["NewsFeed"];

/** The feeds with their state, reloaded after every fetch. */
export function useFeeds() {
  const reply = useRecord("/careops/news_feeds", {}, ({ data }) => Array.isArray(data.feeds));
  useLiveRefresh("news", () => reply.mutate());
  return reply;
}

/** Fetch all feeds. The platform uses GET for this, so it is never sent automatically or retried. */
export const fetchFeeds = () => api.get("/admin/news_articles/fetch_rss", {});
