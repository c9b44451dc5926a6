import { useCallback, useEffect, useState } from "react";
import { api } from "@/api/client";
import { isSilent } from "@/api/errors";
import type { components } from "@/api/gen/schema";
import { serverNow } from "@/api/token";
import { useLater } from "@/lib/useLater";

type WhatsNew = components["schemas"]["WhatsNew"];

/** A timer holds no longer wait than 24 days; a day is often enough. */
const longestMs = 86_400_000;

/** What is new for whoever is signed in. The dot can wait: no answer is no failure until somebody looks. */
export function useWhatsNew() {
  const later = useLater();
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
    // A note that was announced appears by itself; a second later, whatever the clocks say.
    const wait = Math.max(Date.parse(next) - serverNow().getTime(), 0) + 1_000;
    const timer = setTimeout(() => void read(), Math.min(wait, longestMs));
    return () => clearTimeout(timer);
  }, [next, read]);

  const newest = news?.notes[0];
  const hasNew = news?.notes.some(({ is_new }) => is_new) ?? false;
  /** Says that all of it was read; when that does not arrive, the dot is back with the next page. */
  const markRead = useCallback(() => {
    if (!newest || !hasNew) return;
    const read_until = newest.published_at;
    api.post("/careops/whats_new/read", { body: { read_until } }).catch((error: unknown) => {
      if (!isSilent(error)) setFailure(error);
    });
  }, [newest, hasNew]);
  return { news, hasNew, failure, read, markRead };
}
