import type { components } from "@/api/gen/schema";
import { useList } from "@/api/hooks";
import { request } from "@/api/mutation";
import type { Pages } from "@/lib/list/useListQuery";

export type OpenSession = components["schemas"]["OpenSession"];

/** Query for a user's sessions; without an id, one's own. */
const of = (userId: number | undefined) => (userId === undefined ? {} : { user_id: userId });

export function useSessions({ page, perpage }: Pages, userId?: number) {
  return useList("/careops/sessions", { query: { page, perpage, ...of(userId) } }, "sessions");
}

export function endSessionRequest(id: number) {
  return request.delete("/careops/sessions/{session_id}", { path: { session_id: id } });
}

/** End all sessions of a user, or all but the current one; the answer has the number. */
export function endOtherSessionsRequest(userId?: number) {
  return request.delete("/careops/sessions", { query: of(userId) });
}
