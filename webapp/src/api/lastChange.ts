import { api } from "./client";
import type { components } from "./gen/schema";

/** Author and time of a change, as far as they are known. */
export interface LastChange {
  by?: string | null | undefined;
  at?: string | null | undefined;
}

/** Return the newest changes of a record, latest first. */
async function readEvents(record: string) {
  const { data } = await api.get("/careops/timeline", { query: { record, limit: 30, changes_only: true } });
  return data.entries.flatMap(({ audit_event: event }) => (event ? [event] : []));
}

/** Return who last gave a field of a record this value; nothing if it is unknown, for example behind a gateway. */
export async function findLastChange(record: string, field: string, value: unknown): Promise<LastChange> {
  try {
    const event = (await readEvents(record)).find(({ after }) => after?.[field] === value);
    return event ? { by: event.user?.name, at: event.timestamp } : {};
  } catch {
    return {};
  }
}

/** Where the audit log has a change: a record such as `clinic:41`, and the events about the same value. */
export interface ChangeTrail {
  record: string;
  isAbout: (event: components["schemas"]["AuditTrail"]) => boolean;
}
/** Events about one of the fields. */
export const aboutFields =
  (...fields: readonly string[]): ChangeTrail["isAbout"] =>
  ({ before, after }) =>
    fields.some((field) => field in { ...before, ...after });

/**
 * Return who changed a value after a change that was just undone or, because of its value, was not. A value that was
 * undone had the same value again, so it was changed at least twice. Nothing if it is unknown.
 */
export async function findEditor(trail: ChangeTrail | undefined, since: Date, isUndone: boolean): Promise<LastChange> {
  if (!trail) return {};
  try {
    const events = (await readEvents(trail.record)).filter(trail.isAbout);
    const [latest, ...others] = isUndone ? events.slice(1) : events;
    const isBetween = others.some(({ timestamp }) => new Date(timestamp) > since);
    return latest && (isBetween || !isUndone) ? { by: latest.user?.name, at: latest.timestamp } : {};
  } catch {
    return {};
  }
}
