import { api } from "./client";

/** Author and time of a change, as far as they are known. */
export interface LastChange {
  by?: string | null | undefined;
  at?: string | null | undefined;
}

/** Entries to search for a change. */
const limit = 30;

/** Return who last gave a field of a record this value; nothing if it is unknown, for example behind a gateway. */
export async function findLastChange(record: string, field: string, value: unknown): Promise<LastChange> {
  try {
    const { data } = await api.get("/careops/timeline", { query: { record, limit } });
    const event = data.entries.map(({ audit_event }) => audit_event).find((one) => one?.after?.[field] === value);
    return event ? { by: event.user?.name, at: event.timestamp } : {};
  } catch {
    return {};
  }
}
