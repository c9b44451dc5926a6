import { useEffect, useRef } from "react";
import { useSWRConfig } from "swr";
import { useIsMounted } from "@/lib/useIsMounted";
import { activeQueries } from "./activeQueries";
import { changeMarks } from "./changeMarks";
import { exchanges } from "./exchanges";
import type { LiveKind } from "./gen/choices";
import { livePollMs, recordAgainMs } from "./gen/constants";
import { isRealtimeConnected, useRealtime } from "./realtime";
import { reloadUnlessEnded } from "./SwrProvider";

/** Data of an event: changed records of a kind, without values. */
interface ChangedRecords {
  kind: LiveKind;
  ids: readonly number[];
  request_ids: readonly string[];
  /** Server time in milliseconds after the last of the changes. */
  changed_ms: number;
}

/**
 * Read again when a colleague changes one of the shown records, at most once per second, and mark what differs. The
 * changes of this tab, and those before the screen was read, are ignored. A hidden tab reads when it is shown again.
 * Without a socket it reads every half minute. `isShown` is undefined for a list that shows all records of its kind. A
 * `kind` of null disables it.
 */
export function useLiveRecords(
  kind: LiveKind | null,
  isShown: ((id: number) => boolean) | undefined,
  reload: () => unknown,
) {
  const isMounted = useIsMounted();
  const latest = useRef(reload);
  const state = useRef<{ timer?: ReturnType<typeof setTimeout>; busy: boolean; again: boolean }>({
    busy: false,
    again: false,
  });
  useEffect(() => {
    latest.current = reload;
  });

  function read() {
    const current = state.current;
    if (current.busy || document.hidden) {
      current.again = true;
      return;
    }
    current.busy = true;
    current.again = false;
    const pause = new Promise<void>((resolve) => {
      current.timer = setTimeout(resolve, recordAgainMs);
    });
    const reading = changeMarks.during(() => latest.current()).catch(() => undefined);
    void Promise.all([pause, reading]).then(() => {
      current.busy = false;
      if (current.again) read();
    });
  }
  const reader = useRef(read);
  useEffect(() => {
    reader.current = read;
  });

  useEffect(() => {
    if (kind === null) return undefined;
    const poll = setInterval(() => isRealtimeConnected() || reader.current(), livePollMs);
    const onShown = () => void (document.hidden || (state.current.again && reader.current()));
    document.addEventListener("visibilitychange", onShown);
    return () => {
      clearInterval(poll);
      clearTimeout(state.current.timer);
      document.removeEventListener("visibilitychange", onShown);
    };
  }, [kind]);

  useRealtime(kind && "records", ({ data }) => {
    // Lost events name no records.
    const { kind: changed = kind, ids = [], request_ids = [], changed_ms } = data as Partial<ChangedRecords>;
    if (changed !== kind || (isShown && ids.length > 0 && !ids.some(isShown))) return;
    // The answers of running requests tell whose change it is, and whether the screen was read after it.
    exchanges.whenSettled(() => {
      const isRead = changed_ms !== undefined && changed_ms < activeQueries.readSince();
      if (isMounted() && !isRead && !exchanges.areOwn(request_ids)) read();
    });
  });
}

/** Read everything on the screen of a record again when a colleague changes it. A `kind` of null disables it. */
export function useLiveRecord(kind: LiveKind | null, id: number | undefined) {
  const { mutate, cache } = useSWRConfig();
  useLiveRecords(
    kind,
    (changed) => changed === id,
    () => {
      const paths = new Set(activeQueries.all().map(({ path }) => path));
      return reloadUnlessEnded(cache, () => mutate((key) => Array.isArray(key) && paths.has(key[0])));
    },
  );
}
