/** Places where a campaign's address can appear, with their UTM medium. */
const mediums = { facebook: "paid_social", google: "cpc", whatsapp: "message", print: "poster" } as const;
export type Place = keyof typeof mediums;
export const places = Object.keys(mediums) as Place[];

/** Long enough to be recognised, short enough for a QR code. */
const slugLength = 60;

/** Slug of a name: letters and digits of any script, everything else as dashes. */
const slug = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .slice(0, slugLength);

/** Add UTM tags for the place to an address; existing tags are replaced. */
export function withUtm(address: string, place: Place, { id, campaign_name }: { id: number; campaign_name: string }) {
  const url = new URL(address);
  url.searchParams.set("utm_source", place);
  url.searchParams.set("utm_medium", mediums[place]);
  url.searchParams.set("utm_campaign", slug(campaign_name) || String(id));
  return url.href;
}
