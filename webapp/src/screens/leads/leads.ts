import { api, download, sendForm } from "@/api/client";
import type { LeadMeaning } from "@/api/gen/choices";
import { leadFileEndings, leadFileMax } from "@/api/gen/constants";
import { listLeadsRules } from "@/api/gen/rules";
import type { components } from "@/api/gen/schema";
import { useList, useRecord, useRefresh } from "@/api/hooks";
import { isDay } from "@/lib/dates";
import { type ListQuery, words } from "@/lib/useListQuery";
import { clinicFilters } from "@/screens/campaigns/parts/clinicChoice";

export type Lead = components["schemas"]["Lead"];
export type LeadsChecked = components["schemas"]["LeadsChecked"];
export type LeadUpload = components["schemas"]["LeadUpload"];

const day = (text: string) => (isDay(text) ? text : "");

/** The filters as the address bar holds them. */
export const leadFilters = {
  search: words(listLeadsRules.search_text.maxLength),
  ...clinicFilters,
  start: day,
  end: day,
};
export type LeadQuery = ListQuery<keyof typeof leadFilters>;

/** Whether no day can lie between the two. */
export const reversed = ({ start, end }: LeadQuery["values"]) => !!start && !!end && start > end;

/** What the list and the export are narrowed by; a filter that is off is not sent. */
export function narrowedBy({ search, clinic, start, end }: LeadQuery["values"], campaignId: number | null) {
  const text = search.trim();
  return {
    ...(clinic && { clinic_id: Number(clinic) }),
    ...(campaignId !== null && { ad_campaign_id: campaignId }),
    ...(text && { search_text: text }),
    ...(start && { start_time: start }),
    ...(end && { end_time: end }),
  };
}

/** Every lead the filters leave, as a file (B-78). */
export function exportLeads(values: LeadQuery["values"], campaignId: number | null) {
  return download("/admin/ad_campaign_leads/export_download", { body: narrowedBy(values, campaignId) });
}

/** `wait` until it is known that there is such a campaign, and while the days are in the wrong order. */
export function useLeads({ page, perpage, values }: LeadQuery, campaignId: number | null, wait: boolean) {
  const query = { page, perpage, ...narrowedBy(values, campaignId) };
  return useList("/admin/ad_campaign_leads", wait ? null : { query }, ({ data, total_records }) => ({
    rows: data.leads,
    total: total_records,
  }));
}

/** The campaign that the address names, for the heading (B-10). */
export function useCampaign(id: number | null) {
  const path = "/careops/campaigns/{campaign_id}";
  return useRecord(path, id === null ? null : { path: { campaign_id: id } }, ({ data }) => data.campaign.id);
}

/** Where the person of a lead is known from already. */
export function useKnownBefore(id: number | null) {
  const path = "/careops/leads/{lead_id}/known_before";
  return useRecord(path, id === null ? null : { path: { lead_id: id } }, ({ data }) => data.leads.length).data?.data;
}

/** What a file of leads may be (B 5). */
export const leadFileRule = { endings: leadFileEndings, most: leadFileMax };

/** What stands below titles that do not say so themselves. */
export type Assigned = Readonly<Record<string, LeadMeaning>>;

interface Sending {
  /** The columns that were assigned by hand. */
  columns: Assigned;
  signal: AbortSignal;
}
function formOf(file: File, columns: Assigned) {
  const body = new FormData();
  body.append("file0", file, file.name);
  if (Object.keys(columns).length > 0) body.append("columns", JSON.stringify(columns));
  return body;
}
/** Adds the leads of a file to a clinic; how many were new, and how many the clinic had already. */
export async function uploadLeads(
  clinicId: number,
  file: File,
  { columns, signal, onProgress }: Sending & { onProgress: (part: number) => void },
) {
  const { data } = await sendForm("/admin/clinics/{clinic_id}/lead_uploads/upload", {
    path: { clinic_id: clinicId },
    signal,
    form: { body: formOf(file, columns), onProgress },
  });
  return data;
}

/** What uploading it would do; nothing is stored. */
export async function checkLeads(clinicId: number, file: File, { columns, signal }: Sending) {
  const { data } = await sendForm("/careops/clinics/{clinic_id}/lead_uploads/check", {
    path: { clinic_id: clinicId },
    signal,
    form: { body: formOf(file, columns), onProgress: () => undefined },
  });
  return data;
}

/** Files that were uploaded, to one clinic where it is named. */
export function useLeadUploads({ page, perpage, values: { clinic } }: ListQuery<keyof typeof clinicFilters>) {
  const query = { page, perpage, ...(clinic && { clinic_id: Number(clinic) }) };
  return useList("/careops/lead_uploads", { query }, ({ data, total_records }) => ({
    rows: data.lead_uploads,
    total: total_records,
  }));
}

/** Takes an upload back; what became of its leads. */
export async function undoUpload(id: number) {
  return (await api.post("/careops/lead_uploads/{upload_id}/undo", { path: { upload_id: id } })).data;
}

export function useReloadLeads() {
  const refresh = useRefresh();
  return () => refresh("/admin/ad_campaign_leads", "/admin/ad_campaigns", "/careops/lead_uploads");
}
