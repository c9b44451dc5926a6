import { useSWRConfig } from "swr";
import { useIsMounted } from "@/lib/hooks/useIsMounted";
import { activeQueries } from "./activeQueries";
import { changeMarks } from "./changeMarks";
import { exchanges } from "./exchanges";
import type { LiveKind } from "./gen/choices";
import { recordAgainMs } from "./gen/constants";
import { useRealtime } from "./realtime";
import { reloadUnlessEnded } from "./SwrProvider";
import { useThrottledRead } from "./useThrottledRead";

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
  const read = useThrottledRead(() => kind && changeMarks.during(reload), {
    restMs: recordAgainMs,
    connectedPollMs: Number.POSITIVE_INFINITY,
  });
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
