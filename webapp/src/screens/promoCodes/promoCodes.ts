import { api } from "@/api/client";
import { createPromoCodeRules, findPromoCodesRules } from "@/api/gen/rules";
import type { components } from "@/api/gen/schema";
import { useList } from "@/api/hooks";
import { type Mutation, request } from "@/api/mutation";
import { useLiveRecords } from "@/api/useLiveRecords";
import { versionOf } from "@/api/versions";
import { formatNumber } from "@/lib/format/numbers";
import { type ListQuery, textFilter } from "@/lib/list/useListQuery";

export type PromoCode = components["schemas"]["PromoCode"];

/** Units of a discount (B 5), and the key of each (B-55). */
const units = { rupee: "discount_amount", percent: "discount_percentage" } as const;
type Unit = keyof typeof units;

/** Form values. */
export interface CodeValues {
  promo_code_name: string;
  unit: Unit;
  discount: string;
  /** "" means not chosen yet. */
  single_use: "" | "yes" | "no";
  expiry: string;
}
export const emptyCode: CodeValues = { promo_code_name: "", unit: "percent", discount: "", single_use: "", expiry: "" };

export function toFormValues(code: PromoCode): CodeValues {
  const unit = typeof code.discount_amount === "number" ? "rupee" : "percent";
  return {
    promo_code_name: code.promo_code_name,
    unit,
    discount: String(code[units[unit]] ?? ""),
    single_use: code.single_use ? "yes" : "no",
    expiry: code.expiry,
  };
}

/** Discount in a list: ₹750 or 20%. */
export function discountOf({ discount_amount, discount_percentage }: PromoCode): string | null {
  if (typeof discount_amount === "number") return `₹${formatNumber(discount_amount)}`;
  return typeof discount_percentage === "number" ? `${discount_percentage}%` : null;
}

/** Rule for a discount in that unit. */
export const discountRule = (unit: Unit) => createPromoCodeRules[units[unit]];

/** Filters of the list in the address bar. */
export const promoCodeFilters = { search: textFilter(findPromoCodesRules.search_text.maxLength) };

/**
 * Read one page of codes, reloaded when another user changes one. The documented list has no search, so a search uses
 * another call.
 */
export function usePromoCodes({ page, perpage, values }: ListQuery<keyof typeof promoCodeFilters>) {
  const search_text = values.search.trim();
  const rows = "billing_promo_codes";
  const all = useList("/admin/billing_promo_codes", search_text ? null : { query: { page, perpage } }, rows);
  const codes = useList("/careops/promo_codes", search_text ? { query: { page, perpage, search_text } } : null, rows);
  const list = search_text ? codes : all;
  useLiveRecords("promo_code", undefined, list.reload);
  return list;
}

export async function readPromoCode({ id }: PromoCode): Promise<PromoCode> {
  const { data } = await api.get("/careops/promo_codes/{code_id}", { path: { code_id: id } });
  return data;
}

/**
 * Add a code, or change the given one with its version. Sends only the key of the chosen unit; the server clears the
 * other (B-55).
 */
export function savePromoCodeRequest(code: PromoCode | null, values: CodeValues): Mutation {
  const body = {
    promo_code_name: values.promo_code_name.trim(),
    single_use: values.single_use === "yes",
    expiry: values.expiry,
    [units[values.unit]]: Number(values.discount),
  };
  if (!code) return request.post("/admin/billing_promo_codes", { body });
  const path = { code_id: code.id };
  return request.put("/admin/billing_promo_codes/{code_id}", { path, body, ifMatch: versionOf(code) });
}

export function deletePromoCodeRequest(id: number) {
  return request.delete("/admin/billing_promo_codes/{code_id}", { path: { code_id: id } });
}
