import { useState } from "react";
import { api } from "@/api/client";
import type { EntryGroup } from "@/api/gen/choices";
import { readTimelineRules } from "@/api/gen/rules";
import type { components } from "@/api/gen/schema";
import { useList, useRecord } from "@/api/hooks";
import { useRealtime } from "@/api/realtime";
import { useLiveRecords } from "@/api/useLiveRecords";
import { useLiveRefresh } from "@/api/useLiveRefresh";
import { useSingleFlight } from "@/lib/hooks/useSingleFlight";
import { dayOf } from "@/lib/time/dates";
import { groupRepeated } from "@/screens/audit/shared/repeatedEvents";
import { type RecordRef, refOf } from "@/screens/notes/shared/notes";

export type Entry = components["schemas"]["TimelineEntry"];

export const keyOf = ({ kind, id }: Entry) => `${kind} ${id}`;

/**
 * Merge the newest entries into those that are already loaded. Undefined if entries between them may be missing, so
 * that the loaded ones have to be dropped.
 */
export function mergeNewest(newest: readonly Entry[], loaded: readonly Entry[]): readonly Entry[] | undefined {
  const fresh = new Set(newest.map(keyOf));
  const last = newest.at(-1);
  if (!last) return [];
  if (!loaded.some((entry) => fresh.has(keyOf(entry)))) return undefined;
  const at = loaded.findIndex((entry) => keyOf(entry) === keyOf(last));
  const earlier = at >= 0 ? loaded.slice(at + 1) : loaded.filter((entry) => entry.at < last.at);
  return [...newest, ...earlier.filter((entry) => !fresh.has(keyOf(entry)))];
}

/** Entries by their day in India, in the order of the list. */
export function groupByDay(entries: readonly Entry[]): { day: string; entries: Entry[] }[] {
  const days: { day: string; entries: Entry[] }[] = [];
  for (const entry of entries) {
    const day = dayOf(entry.at);
    const current = days.at(-1);
    if (current?.day === day) current.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}

/** The same entries, with repeated changes together. */
export const groupChanges = (entries: readonly Entry[]) => groupRepeated(entries, ({ audit_event }) => audit_event);

/** Entries that a timeline shows. */
export interface Shown {
  /** Group of entries; null for all. */
  group: EntryGroup | null;
  /** Also openings, claims, presence, drafts and sessions. */
  isComplete: boolean;
}

interface Loaded {
  /** The answer whose entries are merged. */
  from?: object;
  entries: readonly Entry[];
  next: string | null;
}

/** Reload when entries other than audit events change. */
function useLiveEntries(reload: () => unknown) {
  useLiveRefresh("change_requests", reload);
  useRealtime("notes", () => void reload());
  useLiveRecords("follow_up", undefined, reload);
}

/** Timeline of a record: its newest entries, kept current, and earlier ones on request. */
export function useTimeline(record: RecordRef, { group, isComplete }: Shown) {
  const query = {
    record: refOf(record),
    ...(group && { groups: group }),
    ...(!isComplete && { changes_only: true }),
  };
  const { data, error, isValidating, mutate } = useRecord("/careops/timeline", { query }, ({ data }) =>
    Array.isArray(data.entries),
  );
  const [loaded, setLoaded] = useState<Loaded>({ entries: [], next: null });
  const [earlierError, setEarlierError] = useState<Error>();
  if (data && loaded.from !== data) {
    const { entries, next } = data.data;
    const merged = loaded.from && mergeNewest(entries, loaded.entries);
    setLoaded({
      from: data,
      entries: merged ?? entries,
      next: merged && merged.length > entries.length ? loaded.next : next,
    });
  }
  const { run, busy } = useSingleFlight(async (before: string) => {
    setEarlierError(undefined);
    try {
      const { data } = await api.get("/careops/timeline", { query: { ...query, before } });
      setLoaded((now) => {
        if (now.next !== before) return now;
        const existingKeys = new Set(now.entries.map(keyOf));
        return {
          ...now,
          entries: [...now.entries, ...data.entries.filter((entry) => !existingKeys.has(keyOf(entry)))],
          next: data.next,
        };
      });
    } catch (failure) {
      setEarlierError(failure as Error);
    }
  });
  useLiveEntries(mutate);
  return {
    entries: loaded.from ? loaded.entries : undefined,
    next: loaded.next,
    error,
    isValidating,
    earlierError,
    isLoadingEarlier: busy,
    loadEarlier: () => loaded.next !== null && void run(loaded.next),
    /** Read everything again, because an earlier entry has changed. */
    reload: () => {
      setLoaded({ entries: [], next: null });
      return mutate();
    },
  };
}

const newest = 5;
/** The newest changes of a record. */
export function useNewest(record: RecordRef) {
  const query = { record: refOf(record), changes_only: true, limit: readTimelineRules.limit.min };
  const { data, error, isValidating, mutate } = useRecord("/careops/timeline", { query }, ({ data }) =>
    Array.isArray(data.entries),
  );
  useLiveEntries(mutate);
  const entries = data && groupChanges(data.data.entries).slice(0, newest);
  return { entries, error, isValidating, reload: mutate };
}

/** Pinned notes of a record. */
export const usePinnedNotes = (record: RecordRef, isShown: boolean) =>
  useList("/careops/notes", isShown ? { query: { record: refOf(record), pinned: true } } : null, "notes");
