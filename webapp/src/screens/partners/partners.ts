import { listPharmaciesRules } from "@/api/gen/rules";
import type { components } from "@/api/gen/schema";
import { type ListQuery, textFilter } from "@/lib/list/useListQuery";

/** A pharmacy or lab; both have the same fields. */
export type Partner = components["schemas"]["Pharmacy"];
export type PartnerDetail = components["schemas"]["PharmacyDetail"];

export const partnerFilters = {
  search: textFilter(listPharmaciesRules.search_text.maxLength),
  state: textFilter(listPharmaciesRules.filter_text.maxLength),
};

export type PartnerQuery = ListQuery<keyof typeof partnerFilters>;

/** Query of the call; filters that are off are not sent (B-20). */
export function queryOf({ page, perpage, values: { search, state } }: PartnerQuery) {
  return {
    page,
    perpage,
    ...(search && { search_text: search }),
    ...(state && { filter_type: "state" as const, filter_text: state }),
  };
}
