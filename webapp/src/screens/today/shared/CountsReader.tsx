import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { usePolledRecord, useRefresh } from "@/api/hooks";
import { useLiveRefresh } from "@/api/useLiveRefresh";
import { paths } from "@/app/paths";
import { type DueCount, dueCounts } from "./dueCounts";
import { listUrl, type Queue, todayPath } from "./today";

/** Time in milliseconds between reads without an event, such as for items that become due. */
const againMs = 300_000;

/** Read the counts of Today for the navigation and keep them current. A refused read is not repeated. */
export function CountsReader() {
  const { data, error } = usePolledRecord(todayPath, {}, (reply) => reply.data.sources);
  const queues = error ? undefined : data?.data.sources;
  useEffect(() => {
    dueCounts.set(queues ? { entries: countByEntry(queues) } : null);
  }, [queues]);
  useEffect(() => () => dueCounts.set(null), []);
  return queues && <Live />;
}

/** Read the counts again when items change. A tab in the background waits until it is visible. */
function Live() {
  const refresh = useRefresh();
  const isOutdated = useRef(false);
  // The page of Today reads the same answer itself.
  const isTodayOpen = useLocation().pathname === paths.today();
  function read() {
    isOutdated.current = document.hidden;
    if (!document.hidden && !isTodayOpen) void refresh(todayPath);
  }
  useLiveRefresh("today", read, againMs);
  useEffect(() => {
    function onVisible() {
      if (document.hidden || !isOutdated.current) return;
      isOutdated.current = false;
      void refresh(todayPath);
    }
    document.addEventListener("visibilitychange", onVisible);
    return () => document.removeEventListener("visibilitychange", onVisible);
  }, [refresh]);
  return null;
}

/** Add the counts of the sources to the navigation entry of their list, and all of them to Today. */
function countByEntry(queues: readonly Queue[]): Record<string, DueCount> {
  const entries: Record<string, DueCount> = {};
  function add(entry: string, { count, count_capped }: Queue) {
    const { count: before, capped } = entries[entry] ?? { count: 0, capped: false };
    entries[entry] = { count: before + count, capped: capped || count_capped };
  }
  for (const queue of queues) {
    if (queue.count === 0) continue;
    add(paths.today(), queue);
    const list = listUrl(queue.source);
    if (list) add(new URL(list, location.href).pathname, queue);
  }
  return entries;
}
