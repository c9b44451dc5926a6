import { useEffect, useRef, useState } from "react";
import { api } from "@/api/client";
import { ApiError } from "@/api/errors";
import { presenceRenewalMs } from "@/api/gen/constants";
import type { components } from "@/api/gen/schema";
import { useRealtime } from "@/api/realtime";
import { session } from "@/api/session";
import { randomId } from "@/lib/browser/randomId";
import { unsavedForms } from "@/lib/state/unsavedForms";
import type { ShownRecord } from "@/ui/context/recordContext";

export type Colleague = components["schemas"]["PresentColleague"];
type RecordKey = Pick<ShownRecord, "kind" | "id">;
interface Answer {
  data: { colleagues: readonly Colleague[] };
}

const path = "/careops/presence/{kind}/{record_id}";
/** Id of this browser tab. Not stored, so that a duplicated tab has another one. */
const tab = randomId();
/**
 * Time in milliseconds for which a record is open before it is announced. The requests of its screen go first, and
 * someone who pages through records is not announced on each of them.
 */
const passingMs = 1_000;

/** Return the colleagues who have a record open, and announce to them that this tab has it open. */
export function usePresence({ kind, id }: RecordKey): readonly Colleague[] {
  const [colleagues, setColleagues] = useState<readonly Colleague[]>([]);
  const opened = useRef<ReturnType<typeof openRecord>>(undefined);
  useEffect(() => {
    const record = openRecord({ kind, id }, setColleagues);
    opened.current = record;
    return record.leave;
  }, [kind, id]);
  useRealtime("presence", ({ event, data }) => {
    if (event === "resync" || (data.kind === kind && data.record_id === id)) void opened.current?.read();
  });
  return colleagues;
}

/**
 * Announce this tab on a record until `leave` is called, and report who else has it open. Presence is optional, so
 * failures are silent and report an empty list. After a refusal, as for a deleted record, no request follows.
 */
function openRecord({ kind, id }: RecordKey, report: (colleagues: readonly Colleague[]) => void) {
  const owner = session.get()?.user.id;
  const record = { kind, record_id: id };
  const listening = new AbortController();
  const { signal } = listening;
  /** Queue of announcements. Each waits for the previous one, so that the last state of editing arrives last. */
  let last: Promise<unknown> = Promise.resolve();
  let announcedAt: number | undefined;
  let isEditing = false;
  let isReading = false;
  let isOutdated = false;
  let hasLeft = false;
  let requestCount = 0;
  const isOwners = () => owner !== undefined && session.get()?.user.id === owner;
  const mayAsk = () => isOwners() && !signal.aborted;

  async function take(request: Promise<Answer>) {
    requestCount += 1;
    const number = requestCount;
    let colleagues: readonly Colleague[] = [];
    try {
      colleagues = (await request).data.colleagues;
    } catch (error) {
      if (isRefusal(error)) stop();
    }
    // Answers may arrive out of order: only the latest request counts.
    if (number === requestCount && !hasLeft) report(colleagues);
  }
  function announce(isNeeded = () => true) {
    last = last.then(async () => {
      if (!mayAsk() || !isNeeded()) return;
      announcedAt = Date.now();
      isEditing = unsavedForms.any();
      await take(api.put(path, { path: record, body: { tab, editing: isEditing } }));
    });
  }
  /** A hidden tab is not present, unless input waits in it. */
  const renew = () => (!document.hidden || unsavedForms.any()) && announce();
  function onVisibility() {
    const isRecent = announcedAt !== undefined && Date.now() - announcedAt < presenceRenewalMs;
    if (!document.hidden && !isRecent) announce();
  }
  const onForms = () => announce(() => announcedAt !== undefined && unsavedForms.any() !== isEditing);
  function start() {
    renew();
    const renewal = setInterval(renew, presenceRenewalMs);
    signal.addEventListener("abort", () => clearInterval(renewal));
    signal.addEventListener("abort", unsavedForms.subscribe(onForms));
    document.addEventListener("visibilitychange", onVisibility, { signal });
    addEventListener("pagehide", end, { signal });
  }
  function end() {
    if (announcedAt === undefined || !isOwners()) return;
    announcedAt = undefined;
    void api.delete(path, { path: record, query: { tab }, keepalive: true }).catch(() => undefined);
  }
  const passing = setTimeout(start, passingMs);
  function stop() {
    clearTimeout(passing);
    listening.abort();
  }
  return {
    /** Read the colleagues again. Events during the request cause one more. */
    async read() {
      isOutdated = true;
      if (isReading || announcedAt === undefined) return;
      isReading = true;
      while (isOutdated && mayAsk()) {
        isOutdated = false;
        await take(api.get(path, { path: record }));
      }
      isReading = false;
    },
    leave() {
      hasLeft = true;
      stop();
      last = last.then(end);
    },
  };
}

/** True if the server refuses the call itself, so that it would refuse the next one too. */
const isRefusal = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && ![408, 429].includes(error.status);
