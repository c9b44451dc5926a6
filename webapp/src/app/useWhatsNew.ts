import { useCallback, useEffect, useState } from "react";
import { api } from "@/api/client";
import { isSilent } from "@/api/errors";
import type { components } from "@/api/gen/schema";
import { serverNow } from "@/api/token";
import { useAfterFirstLoad } from "@/lib/hooks/useAfterFirstLoad";

type WhatsNew = components["schemas"]["WhatsNew"];

/** A timer can wait at most 24 days; checking once a day is enough. */
const longestMs = 86_400_000;

/** Release notes for the signed-in user. A failed read shows no error until the user opens them. */
export function useWhatsNew() {
  const later = useAfterFirstLoad();
  const [news, setNews] = useState<WhatsNew | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const read = useCallback(async () => {
    try {
      const { data } = await api.get("/careops/whats_new");
      setNews(data);
      setFailure(null);
    } catch (error) {
      if (!isSilent(error)) setFailure(error);
    }
  }, []);
  useEffect(() => {
    if (later) void read();
  }, [later, read]);
  const next = news?.next_at;
  useEffect(() => {
    if (!next) return;
    // A scheduled note appears without a reload. The extra second covers clock differences.
    const wait = Math.max(Date.parse(next) - serverNow().getTime(), 0) + 1_000;
    const timer = setTimeout(() => void read(), Math.min(wait, longestMs));
    return () => clearTimeout(timer);
  }, [next, read]);

  const newest = news?.notes[0];
  const hasNew = news?.notes.some(({ is_new }) => is_new) ?? false;
  /** Mark all notes as read. If the request fails, the dot returns on the next page. */
  const markRead = useCallback(() => {
    if (!newest || !hasNew) return;
    const read_until = newest.published_at;
    api.post("/careops/whats_new/read", { body: { read_until } }).catch((error: unknown) => {
      if (!isSilent(error)) setFailure(error);
    });
  }, [newest, hasNew]);
  return { news, hasNew, failure, read, markRead };
}
