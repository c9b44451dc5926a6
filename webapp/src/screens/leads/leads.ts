import { download } from "@/api/client";
import type { LeadMeaning } from "@/api/gen/choices";
import { leadFileEndings, maxLeadFileBytes } from "@/api/gen/constants";
import { listLeadsRules } from "@/api/gen/rules";
import type { components } from "@/api/gen/schema";
import { useList, useRecord, useRefresh } from "@/api/hooks";
import { request, send } from "@/api/mutation";
import { dayFilter } from "@/lib/list/dayFilters";
import { type ListQuery, textFilter } from "@/lib/list/useListQuery";
import { clinicFilters } from "@/screens/campaigns/shared/clinicChoice";

export type Lead = components["schemas"]["Lead"];
export type LeadsChecked = components["schemas"]["LeadsChecked"];
export type LeadUpload = components["schemas"]["LeadUpload"];

/** Filters in the address bar. */
export const leadFilters = {
  search: textFilter(listLeadsRules.search_text.maxLength),
  ...clinicFilters,
  start: dayFilter,
  end: dayFilter,
};
export type LeadQuery = ListQuery<keyof typeof leadFilters>;

/** Filters of the list and the export; filters that are off are not sent. */
function toQuery({ search, clinic, start, end }: LeadQuery["values"], campaignId: number | null) {
  const text = search.trim();
  return {
    ...(clinic && { clinic_id: Number(clinic) }),
    ...(campaignId !== null && { ad_campaign_id: campaignId }),
    ...(text && { search_text: text }),
    ...(start && { start_time: start }),
    ...(end && { end_time: end }),
  };
}

/** Export all leads that match the filters as a file (B-78). */
export function exportLeads(values: LeadQuery["values"], campaignId: number | null) {
  return download("/admin/ad_campaign_leads/export_download", { body: toQuery(values, campaignId) });
}

/** `wait` until the campaign is known to exist, and while the days are in the wrong order. */
export function useLeads({ page, perpage, values }: LeadQuery, campaignId: number | null, wait: boolean) {
  const query = { page, perpage, ...toQuery(values, campaignId) };
  return useList("/admin/ad_campaign_leads", wait ? null : { query }, "leads");
}

/** The campaign of the address, for the heading (B-10). */
export function useCampaign(id: number | null) {
  const path = "/careops/campaigns/{campaign_id}";
  return useRecord(path, id === null ? null : { path: { campaign_id: id } }, ({ data }) => data.campaign.id);
}

/** Other leads and the user account of a lead's person. */
export function usePriorContacts(id: number | null) {
  const path = "/careops/leads/{lead_id}/known_before";
  return useRecord(path, id === null ? null : { path: { lead_id: id } }, ({ data }) => data.leads.length).data?.data;
}

/** Allowed files of leads (B 5). */
export const leadFileRule = { endings: leadFileEndings, most: maxLeadFileBytes };

/** Meanings that the user assigned to columns whose titles are unclear. */
export type ColumnAssignment = Readonly<Record<string, LeadMeaning>>;

/** A cell, and the text to read in its place. */
export type Correction = components["schemas"]["LeadCorrection"];

interface Edits {
  /** Columns that the user assigned. */
  columns: ColumnAssignment;
  corrections: readonly Correction[];
}
function formOf(file: File, { columns, corrections }: Edits) {
  const body = new FormData();
  body.append("file0", file, file.name);
  if (Object.keys(columns).length > 0) body.append("columns", JSON.stringify(columns));
  if (corrections.length > 0) body.append("corrections", JSON.stringify(corrections));
  return body;
}
/** Add the leads of a file to a clinic; the answer has the numbers of new and existing leads. */
export function uploadLeadsRequest(clinicId: number, file: File, edits: Edits) {
  return request.form("/admin/clinics/{clinic_id}/lead_uploads/upload", {
    path: { clinic_id: clinicId },
    form: { body: formOf(file, edits) },
  });
}

/** Check an upload without storing anything. */
export async function checkLeads(clinicId: number, file: File, { signal, ...edits }: Edits & { signal: AbortSignal }) {
  const check = request.form("/careops/clinics/{clinic_id}/lead_uploads/check", {
    path: { clinic_id: clinicId },
    form: { body: formOf(file, edits) },
  });
  return (await send(check, { signal })).data;
}

/** Lead uploads, of one clinic if the filter is set. */
export function useLeadUploads({ page, perpage, values: { clinic } }: ListQuery<keyof typeof clinicFilters>) {
  const query = { page, perpage, ...(clinic && { clinic_id: Number(clinic) }) };
  return useList("/careops/lead_uploads", { query }, "lead_uploads");
}

/** Undo an upload; the answer has the results for its leads. */
export function undoUploadRequest(id: number) {
  return request.post("/careops/lead_uploads/{upload_id}/undo", { path: { upload_id: id } });
}

export const useReloadLeads = () =>
  useRefresh("/admin/ad_campaign_leads", "/admin/ad_campaigns", "/careops/lead_uploads");
