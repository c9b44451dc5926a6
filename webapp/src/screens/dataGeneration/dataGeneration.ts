import { api } from "@/api/client";
import type { components } from "@/api/gen/schema";
import { useList, useRecord, useRefresh } from "@/api/hooks";
import { useAsking } from "@/api/useAsking";
import type { Pages } from "@/lib/useListQuery";

export type Job = components["schemas"]["Job"];
export type GenerationJob = components["schemas"]["GenerationJob"];
export type NamedClinic = components["schemas"]["GeneratedFor"];
export type Generation = components["schemas"]["Generation"];
/** What can be generated (B 2). */
export const kinds = ["cms", "growth"] as const;
export type Kind = (typeof kinds)[number];

/** Past and running generations of all accounts; progress appears as it happens. */
export function useRuns({ page, perpage }: Pages) {
  useJobsAsTheyGo();
  return useList("/careops/data_generation", { query: { page, perpage } }, ({ data, total_records }) => ({
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

/** The clinics that a complete phone number stands for; `null` waits. */
export function useClinicsOfNumber(phone_number: string | null) {
  const options = phone_number === null ? null : { query: { phone_number } };
  return useRecord("/careops/data_generation/clinics", options, ({ data }) => Array.isArray(data));
}

const calls = { cms: "/admin/users/create_cms_data", growth: "/admin/users/create_growth_data" } as const;
export const generate = (kind: Kind, phone_number: string) => api.post(calls[kind], { body: { phone_number } });

/** Reads jobs anew whenever one of them gets on. */
export function useJobsAsTheyGo() {
  const refresh = useRefresh();
  useAsking("jobs", () => refresh("/careops/data_generation", "/careops/jobs/{job_id}"), watchedMs);
}
