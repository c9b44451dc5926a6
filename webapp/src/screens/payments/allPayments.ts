import { paymentStatus } from "@/api/gen/choices";
import { listAllPaymentsRules } from "@/api/gen/rules";
import type { components } from "@/api/gen/schema";
import { useList } from "@/api/hooks";
import type { ListState } from "@/lib/list/listState";
import { type ListQuery, textFilter } from "@/lib/list/useListQuery";
import { clinicFilters } from "@/screens/campaigns/shared/clinicChoice";
import { paymentFilters } from "./payments";

export type PaymentOfClinic = components["schemas"]["PaymentOfClinic"];

const { start_date, end_date } = paymentFilters;
/** Filters in the address bar. */
export const allPaymentsFilters = {
  search: textFilter(listAllPaymentsRules.reference.maxLength),
  status: (joined: string) =>
    paymentStatus.filter((status) => joined.split(",").some((value) => value.trim() === status)).join(","),
  ...clinicFilters,
  start_date,
  end_date,
};
export type AllPaymentsQuery = ListQuery<keyof typeof allPaymentsFilters>;

/** Read one page of the payments of all clinics. */
export function useAllPayments({ page, perpage, values }: AllPaymentsQuery): ListState<PaymentOfClinic> {
  const { search, status, clinic, start_date, end_date } = values;
  const reference = search.replace(/\s/g, "");
  const query = {
    page,
    perpage,
    ...(reference && { reference }),
    ...(status && { status }),
    ...(clinic && { clinic_id: Number(clinic) }),
    ...(start_date && { start_date }),
    ...(end_date && { end_date }),
  };
  return useList("/careops/all_payments", { query }, "payments");
}
