import { api } from "@/api/client";
import type { components, operations } from "@/api/gen/schema";
import { useList, useRecord } from "@/api/hooks";
import { findLastChange, type LastChange } from "@/api/lastChange";
import { request, send } from "@/api/mutation";
import { versionOf } from "@/api/versions";
import type { ListState } from "@/lib/list/listState";
import { choiceFilter, idFilter, type ListQuery } from "@/lib/list/useListQuery";
import { clinicFilters } from "./shared/clinicChoice";

export type Campaign = components["schemas"]["AdCampaign"];
type Platform = components["schemas"]["CampaignPlatform"];
export type Change = operations["UpdateAdCampaign"]["requestBody"]["content"]["application/json"];

/** `campaign` shows one campaign. */
export const campaignFilters = { ...clinicFilters, ended: choiceFilter("yes"), campaign: idFilter };

/**
 * Read one page of all campaigns or of a clinic's. The filter for those left running uses our own list, because the
 * documented call lacks it.
 */
export function useCampaigns({
  page,
  perpage,
  values: { clinic, ended, campaign },
}: ListQuery<keyof typeof campaignFilters>): ListState<Campaign> {
  const query = { page, perpage, ...(clinic && { clinic_id: Number(clinic) }) };
  const all = useList("/admin/ad_campaigns", ended || campaign ? null : { query }, "ad_campaigns");
  const list = useList(
    "/careops/campaigns",
    ended && !campaign ? { query: { ...query, ended: true } } : null,
    "ad_campaigns",
  );
  const path = campaign ? { path: { campaign_id: Number(campaign) } } : null;
  const singleCampaign = useList("/careops/campaigns/{campaign_id}", path, ({ data }) => ({
    rows: [data.campaign],
    total: 1,
  }));
  if (campaign) return singleCampaign;
  return ended ? list : all;
}

/** Leads of a campaign by day and by source. */
export function useCampaignActivity(id: number) {
  const path = "/careops/campaigns/{campaign_id}/pulse";
  return useRecord(path, { path: { campaign_id: id } }, ({ data }) => data.days);
}

export async function readCampaign({ id }: Campaign): Promise<Campaign> {
  const { data } = await api.get("/careops/campaigns/{campaign_id}", { path: { campaign_id: id } });
  return data.campaign;
}

/** Change only the given fields (B-76). */
export function changeCampaignRequest(campaign: Campaign, change: Change) {
  const path = { campaign_id: campaign.id };
  return request.put("/admin/ad_campaigns/{campaign_id}", { path, body: change, ifMatch: versionOf(campaign) });
}

/** Return who deactivated a campaign; null if it is active. */
export async function findDeactivated(campaign: Campaign): Promise<LastChange | null> {
  const { active } = await readCampaign(campaign);
  return active ? null : findLastChange(`campaign:${campaign.id}`, "active", false);
}

/** Undo a change; false if it was changed again since. */
export async function undoCampaign(replaced: Campaign, change: Change): Promise<boolean> {
  const now = await readCampaign(replaced);
  const names = Object.keys(change) as (keyof Change & keyof Campaign)[];
  if (names.some((name) => now[name] !== change[name])) return false;
  await send(changeCampaignRequest(now, Object.fromEntries(names.map((name) => [name, replaced[name]]))));
  return true;
}

/** True if the campaign is past its end and still active. */
export const isOverdue = ({ active, end_time }: Campaign, now: number) =>
  active && !!end_time && Date.parse(end_time) < now;

/** Platforms of a campaign as form values. */
export interface PlatformValues {
  facebook: string;
  google: string;
  customer: string;
}
const of = (platforms: readonly Platform[], name: string) => platforms.find(({ platform }) => platform === name);

export function toFormValues({ social_platforms: platforms }: Campaign): PlatformValues {
  const google = of(platforms, "google");
  return {
    facebook: of(platforms, "facebook")?.platform_campaign_id ?? "",
    google: google?.platform_campaign_id ?? "",
    customer: google?.platform_customer_id ?? "",
  };
}

/** Remove dashes and spaces: all spellings mean the same customer (B-77). */
export const stripDashes = (customer: string) => customer.replace(/[-\u2010-\u2015\u2212\s]/g, "");

/** The complete new list of platforms, or null if it did not change (B-112). */
export function toPlatforms(values: PlatformValues, before: Campaign): NonNullable<Change["social_platforms"]> | null {
  const [facebook, google] = [values.facebook.trim(), values.google.trim()];
  const customer = stripDashes(values.customer);
  const was = toFormValues(before);
  if (facebook === was.facebook && google === was.google && customer === stripDashes(was.customer)) return null;
  const itsCustomer = of(before.social_platforms, "facebook")?.platform_customer_id;
  return [
    ...(facebook
      ? [
          {
            platform: "facebook" as const,
            platform_campaign_id: facebook,
            ...(itsCustomer && { platform_customer_id: itsCustomer }),
          },
        ]
      : []),
    ...(google
      ? [{ platform: "google" as const, platform_campaign_id: google, platform_customer_id: customer || null }]
      : []),
  ];
}
