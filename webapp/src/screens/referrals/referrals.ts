import { findReferralsRules } from "@/api/gen/rules";
import type { components } from "@/api/gen/schema";
import { useList, useRecord } from "@/api/hooks";
import { paths } from "@/app/paths";
import type { ListState } from "@/lib/list/listState";
import { choiceFilter, type ListQuery, textFilter } from "@/lib/list/useListQuery";

export type Referral = components["schemas"]["Referral"];
export type ReferredDoctor = components["schemas"]["ReferredDoctor"];

/** Filters in the address bar. */
export const referralFilters = {
  search: textFilter(findReferralsRules.search_text.maxLength),
  waiting: choiceFilter("yes"),
};
export type ReferralQuery = ListQuery<keyof typeof referralFilters>;

/** Read one page. Filters use our own list, because the documented call has none. */
export function useReferrals({ page, perpage, values: { search, waiting } }: ReferralQuery): ListState<Referral> {
  const text = search.trim();
  const pages = { page, perpage };
  const narrowed = !!text || !!waiting;
  const all = useList("/referrals", narrowed ? null : { query: pages }, "referrals");
  const filters = { ...(text && { search_text: text }), ...(waiting && { waiting: true }) };
  const list = useList("/careops/referrals", narrowed ? { query: { ...pages, ...filters } } : null, "referrals");
  return narrowed ? list : all;
}

export function useReferral(id: number | null) {
  const path = "/careops/referrals/{referral_id}";
  return useRecord(path, id === null ? null : { path: { referral_id: id } }, ({ data }) => data.referral.id);
}

/** Address for booking an appointment: the booking application if there is one, else our own page (B-8). */
export function bookingAddress({ id }: Referral): { to: string; outside: boolean } {
  const application = document.querySelector<HTMLMetaElement>('meta[name="booking-app"]')?.content;
  const to = paths.booking({ referralId: id });
  return application ? { to: `${application}${to}`, outside: true } : { to, outside: false };
}

/** Notes of the doctor as a list of texts; blank ones are dropped. */
export const notesOf = ({ notes }: Referral) => (notes === null ? [] : [notes].flat()).filter((note) => note.trim());
