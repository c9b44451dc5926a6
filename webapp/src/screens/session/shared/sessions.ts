import { api } from "@/api/client";
import type { components } from "@/api/gen/schema";
import { useList } from "@/api/hooks";
import type { Pages } from "@/lib/useListQuery";

export type OpenSession = components["schemas"]["OpenSession"];

/** Query for a user's sessions; without an id, one's own. */
const of = (userId: number | undefined) => (userId === undefined ? {} : { user_id: userId });

export function useSessions({ page, perpage }: Pages, userId?: number) {
  return useList("/careops/sessions", { query: { page, perpage, ...of(userId) } }, (reply) => ({
    rows: reply.data.sessions,
    total: reply.total_records,
  }));
}

export function endSession(id: number) {
  return api.delete("/careops/sessions/{session_id}", { path: { session_id: id } });
}

/** End all sessions of a user, or all but the current one; returns the number. */
export async function endOtherSessions(userId?: number) {
  const { data } = await api.delete("/careops/sessions", { query: of(userId) });
  return data.ended;
}
