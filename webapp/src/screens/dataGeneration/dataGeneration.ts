import type { components } from "@/api/gen/schema";
import { useList, useRecord, useRefresh } from "@/api/hooks";
import { request } from "@/api/mutation";
import { useLiveRefresh } from "@/api/useLiveRefresh";
import type { Pages } from "@/lib/list/useListQuery";

export type Job = components["schemas"]["Job"];
export type GenerationJob = components["schemas"]["GenerationJob"];
export type NamedClinic = components["schemas"]["GeneratedFor"];
/** Kinds of generated data (B 2). */
export const kinds = ["cms", "growth"] as const;
export type Kind = (typeof kinds)[number];

/** Past and running generations of all accounts, with live progress. */
export function useRuns({ page, perpage }: Pages) {
  useLiveJobs();
  return useList("/careops/data_generation", { query: { page, perpage } }, "jobs");
}

/** Polling interval of a watched job without realtime events, in milliseconds. */
const watchedMs = 3000;

/** A job, polled until it has ended, because a platform behind a gateway sends no events. */
export function useJob(id: number) {
  return useRecord(
    "/careops/jobs/{job_id}",
    { path: { job_id: id } },
    ({ data }) => data,
    ({ data }) => (isOpen(data.state) ? watchedMs : 0),
  );
}

/** True if the job is not finished. A platform that sends no state has finished it. */
export const isOpen = (state: string | null | undefined) => state === "waiting" || state === "running";
export const hasFailed = (state: string | null | undefined) => state === "failed" || state === "cancelled";

/** Read the clinics of a complete phone number; `null` disables the read. */
export function useClinicsByNumber(phone_number: string | null) {
  const options = phone_number === null ? null : { query: { phone_number } };
  return useRecord("/careops/data_generation/clinics", options, ({ data }) => Array.isArray(data));
}

const calls = { cms: "/admin/users/create_cms_data", growth: "/admin/users/create_growth_data" } as const;
export const generateRequest = (kind: Kind, phone_number: string) =>
  request.post(calls[kind], { body: { phone_number } });

/** Reload jobs on every progress event. */
export function useLiveJobs() {
  useLiveRefresh("jobs", useRefresh("/careops/data_generation", "/careops/jobs/{job_id}"), { pollMs: watchedMs });
}
