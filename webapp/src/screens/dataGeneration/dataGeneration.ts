import { api } from "@/api/client";
import type { components } from "@/api/gen/schema";
import { useList, useRecord, useRefresh } from "@/api/hooks";
import { useAsking } from "@/api/useAsking";
import type { Pages } from "@/lib/useListQuery";

export type Job = components["schemas"]["Job"];
export type Generation = components["schemas"]["Generation"];
/** What can be generated (B 2). */
export const kinds = ["cms", "growth"] as const;
export type Kind = (typeof kinds)[number];

/** What was generated and is being generated, by anybody; each step shows as it is done. */
export function useRuns({ page, perpage }: Pages) {
  useJobsAsTheyGo();
  return useList("/careops/jobs", { query: { page, perpage, kind: "data_generation" } }, ({ data, total_records }) => ({
    rows: data.jobs,
    total: total_records,
  }));
}

/** How often somebody who watches a job asks how far it is, where they cannot be told. */
const watchedMs = 3000;

/** A job, read again every few seconds until it has ended: that of a platform behind a gateway tells nobody here. */
export function useJob(id: number) {
  return useRecord(
    "/careops/jobs/{job_id}",
    { path: { job_id: id } },
    ({ data }) => data,
    ({ data }) => (isOpen(data.state) ? watchedMs : 0),
  );
}

/** Whether there is anything to wait for. A platform that says nothing has done it. */
export const isOpen = (state: string | null | undefined) => state === "waiting" || state === "running";
export const hasFailed = (state: string | null | undefined) => state === "failed" || state === "cancelled";

const calls = { cms: "/admin/users/create_cms_data", growth: "/admin/users/create_growth_data" } as const;
export const generate = (kind: Kind, phone_number: string) => api.post(calls[kind], { body: { phone_number } });

/** Reads jobs anew whenever one of them gets on. */
export function useJobsAsTheyGo() {
  const refresh = useRefresh();
  useAsking("jobs", () => refresh("/careops/jobs", "/careops/jobs/{job_id}"), watchedMs);
}
