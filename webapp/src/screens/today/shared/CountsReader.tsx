import { useEffect } from "react";
import { useLocation } from "react-router";
import { usePolledRecord, useRefresh } from "@/api/hooks";
import { useLiveRefresh } from "@/api/useLiveRefresh";
import { paths } from "@/app/paths";
import { type DueCount, type DueCounts, dueCounts, personalCount, sumOf } from "./dueCounts";
import { listUrl, type Queue, todayPath } from "./today";

/** Time in milliseconds between reads without an event, such as for items that become due. */
const againMs = 300_000;
/** Shortest time in milliseconds between two reads, because every change of a colleague can change the counts. */
const restMs = 10_000;

/** Read the counts of Today for the navigation and keep them current. A refused read is not repeated. */
export function CountsReader() {
  const { data, error } = usePolledRecord(todayPath, {}, (reply) => reply.data.sources);
  const queues = error ? undefined : data?.data.sources;
  useEffect(() => {
    dueCounts.set(queues ? countByEntry(queues) : null);
    personalCount.set(queues ? sumOf(queues.filter(({ personal }) => personal)) : null);
  }, [queues]);
  useEffect(
    () => () => {
      dueCounts.set(null);
      personalCount.set(null);
    },
    [],
  );
  return queues && <Live />;
}

/** Read the counts again when items change: at once after a quiet time, otherwise after a rest. */
function Live() {
  const refresh = useRefresh(todayPath);
  // The page of Today reads the same answer itself.
  const isTodayOpen = useLocation().pathname === paths.today();
  useLiveRefresh("today", () => isTodayOpen || refresh(), { restMs, pollMs: againMs });
  return null;
}

/** Add the counts of the sources to the navigation entry of their list, and the user's own to Today. */
function countByEntry(queues: readonly Queue[]): DueCounts {
  const entries: Record<string, DueCount> = {};
  function add(entry: string, { count, count_capped }: Queue) {
    const { count: before, capped } = entries[entry] ?? { count: 0, capped: false };
    entries[entry] = { count: before + count, capped: capped || count_capped };
  }
  for (const queue of queues) {
    if (queue.count === 0) continue;
    if (queue.personal) add(paths.today(), queue);
    const list = listUrl(queue.source);
    if (list) add(new URL(list, location.href).pathname, queue);
  }
  return entries;
}
