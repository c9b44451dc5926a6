import { api } from "@/api/client";
import type { appTypes } from "@/api/gen/constants";
import type { components } from "@/api/gen/schema";
import { useList, useRecord } from "@/api/hooks";
import { request } from "@/api/mutation";
import type { Pages } from "@/lib/useListQuery";

export type Broadcast = components["schemas"]["Broadcast"];
export type Reach = components["schemas"]["Reach"];
export type Proposal = components["schemas"]["Proposal"];
export type App = (typeof appTypes)[number];

export function useBroadcasts({ page, perpage }: Pages) {
  return useList("/careops/broadcasts", { query: { page, perpage } }, "broadcasts");
}

/** Read the reach: the devices of an app, or of all apps with `null`. */
export function useReach(app: App | null, enabled: boolean) {
  const query = app ? { app_type: app } : {};
  return useRecord("/careops/broadcasts/reach", enabled ? { query } : null, ({ data }) => data.versions);
}

export function useAdoption(id: number) {
  return useRecord("/careops/broadcasts/{broadcast_id}", { path: { broadcast_id: id } }, ({ data }) => data.days);
}

/** The last ten proposals, pending or decided. */
export function useProposals() {
  return useRecord("/careops/broadcasts/proposals", { query: {} }, ({ data }) => Array.isArray(data.proposals));
}

export const approveBroadcast = (proposal_id: number) =>
  api.post("/careops/broadcasts/proposals/{proposal_id}/approve", { path: { proposal_id } });
export const declineBroadcastRequest = (proposal_id: number, reason: string) =>
  request.post("/careops/broadcasts/proposals/{proposal_id}/decline", { path: { proposal_id }, body: { reason } });

export const sendWebUpgrade = (app_type: App) => api.post("/web_upgrade", { body: { app_type } });
export const sendRelogin = () => api.post("/admin/users/reset_web_version");
