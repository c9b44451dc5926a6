import { type Control, type FieldValues, useWatch } from "react-hook-form";
import { serverNow } from "@/api/token";
import { formatMoment } from "../time/dates";
import { idCreatedAt, isOrderNewer, paymentIdWarning } from "./razorpay";

interface Ids {
  razorpay_payment_id: string;
  razorpay_order_id: string;
}

/** Creation time of an id while it is typed, with a warning if it is implausible; null if the id contains no time. */
export function useRazorpayIdTime<Values extends Ids & FieldValues>(control: Control<Values>, of: keyof Ids) {
  const ids = useWatch({ control }) as Ids;
  const created = idCreatedAt(ids[of]);
  const paid = idCreatedAt(ids.razorpay_payment_id);
  if (created === null) return null;
  const isNewer = of === "razorpay_order_id" && paid !== null && isOrderNewer(paid, created);
  const odd = paymentIdWarning(created, serverNow().getTime()) ?? (isNewer ? ("newer" as const) : null);
  return { moment: formatMoment(new Date(created).toISOString()), odd };
}
