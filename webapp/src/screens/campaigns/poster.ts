/** Where a campaign's address can be shown, and what the UTM tags say of it. */
const mediums = { facebook: "paid_social", google: "cpc", whatsapp: "message", print: "poster" } as const;
export type Place = keyof typeof mediums;
export const places = Object.keys(mediums) as Place[];

/** Long enough to be known again, short enough for a QR code. */
const slugLength = 60;

/** A name as it stands in an address: letters and digits of any script, the rest as dashes. */
const slug = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .slice(0, slugLength);

/** The address with tags that tell where somebody saw it; tags it had already are replaced. */
export function tagged(address: string, place: Place, { id, campaign_name }: { id: number; campaign_name: string }) {
  const url = new URL(address);
  url.searchParams.set("utm_source", place);
  url.searchParams.set("utm_medium", mediums[place]);
  url.searchParams.set("utm_campaign", slug(campaign_name) || String(id));
  return url.href;
}
