import type { appTypes } from "@/api/gen/constants";
import type { components } from "@/api/gen/schema";
import { useList, useRecord } from "@/api/hooks";
import { type Mutation, request } from "@/api/mutation";
import type { Pages } from "@/lib/list/useListQuery";

export type Broadcast = components["schemas"]["Broadcast"];
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

/** The request that sends a web upgrade of an app, or a re-login with `null`. */
export const broadcastRequest = (app: App | null): Mutation =>
  app ? request.post("/web_upgrade", { body: { app_type: app } }) : request.post("/admin/users/reset_web_version");
