import { type PaymentType, paymentType } from "@/api/gen/choices";
import type { components } from "@/api/gen/schema";
import { useList, useRefresh } from "@/api/hooks";
import { request } from "@/api/mutation";
import { dayFilter } from "@/lib/list/dayFilters";
import { choiceFilter, type Pages } from "@/lib/list/useListQuery";

export type Payment = components["schemas"]["Payment"];

/** Filters with their specified names in the address bar; malformed values are ignored. */
export const paymentFilters = {
  payment_type: choiceFilter(...paymentType),
  start_date: dayFilter,
  end_date: dayFilter,
};
type PaymentFilters = Record<keyof typeof paymentFilters, string>;

export function usePayments(clinicId: number, { page, perpage }: Pages, filters: PaymentFilters) {
  const { payment_type, start_date, end_date } = filters;
  const query = {
    page,
    perpage,
    ...(payment_type && { payment_type: payment_type as PaymentType }),
    ...(start_date && { start_date }),
    ...(end_date && { end_date }),
  };
  return useList("/admin/clinics/{clinic_id}/payments/list", { path: { clinic_id: clinicId }, query }, "payments");
}

export const useReloadPayments = () => useRefresh("/admin/clinics/{clinic_id}/payments/list");

export type NewPayment = Omit<components["schemas"]["AddManualPaymentRequest"], "clinic_id">;

export function addPaymentRequest(clinicId: number, payment: NewPayment) {
  return request.post("/admin/billing_payments/manual", {
    body: {
      clinic_id: clinicId,
      razorpay_payment_id: payment.razorpay_payment_id.trim(),
      razorpay_order_id: payment.razorpay_order_id.trim(),
    },
  });
}

/** Id of the payment provider, or ours. */
export const paymentIdOf = ({ razorpay_payment_id, id }: Pick<Payment, "razorpay_payment_id" | "id">) =>
  razorpay_payment_id || String(id);
export const orderIdOf = ({ razorpay_order_id, order_id }: Pick<Payment, "razorpay_order_id" | "order_id">) =>
  razorpay_order_id || order_id;

/** Tone of a status (A 2); other statuses stay neutral. */
export function toneOf(status: string) {
  if (["captured", "success", "completed"].includes(status)) return "good";
  if (status === "failed") return "bad";
  return status === "pending" ? "waiting" : "neutral";
}
