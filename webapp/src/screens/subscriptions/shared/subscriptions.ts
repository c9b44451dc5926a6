import type { components } from "@/api/gen/schema";
import { useCatalogue, useRecord, useRefresh } from "@/api/hooks";
import { request } from "@/api/mutation";
import { type ListState, wholeList } from "@/lib/list/listState";
import type { Pages } from "@/lib/list/useListQuery";

export type Subscription = components["schemas"]["Subscription"];
export type BillingPayment = components["schemas"]["BillingPayment"];

/** Plans of clinics, which rarely change. */
export function usePlans() {
  const query = { query: { plan_type: "clinic" } };
  const { data, failure } = useCatalogue("/admin/billing_plans", query, ({ data }) => Array.isArray(data.plans));
  return { plans: data?.data.plans, failure };
}

/** Payments of a user arrive as a whole; return one page (B-54). */
export function useBillingPayments(userId: number, pages: Pages): ListState<BillingPayment> {
  const reading = { path: "/admin/users/{user_id}/billing_payments", options: { path: { user_id: userId } } } as const;
  const { data, error, isValidating, mutate } = useRecord(reading.path, reading.options, ({ data }) =>
    Array.isArray(data.payments),
  );
  const rows = error ? [] : data?.data.payments;
  return { ...wholeList(rows, pages, () => mutate()), error, loading: isValidating, reading };
}

export const useReloadSubscriptions = () =>
  useRefresh("/admin/users/{user_id}", "/admin/users/{user_id}/billing_payments");

export interface NewSubscription {
  billing_plan_id: string;
  razorpay_payment_id: string;
  razorpay_order_id: string;
  gstin: string;
}

export function addSubscriptionRequest(userId: number, values: NewSubscription) {
  const gstin = values.gstin.trim().toUpperCase();
  return request.post("/admin/users/{user_id}/billing_subscriptions/manual", {
    path: { user_id: userId },
    body: {
      billing_plan_id: Number(values.billing_plan_id),
      razorpay_payment_id: values.razorpay_payment_id.trim(),
      razorpay_order_id: values.razorpay_order_id.trim(),
      ...(gstin && { gstin }),
    },
  });
}
