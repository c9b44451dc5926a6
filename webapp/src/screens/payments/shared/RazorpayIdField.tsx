import { type Control, type FieldValues, useWatch } from "react-hook-form";
import { serverNow } from "@/api/token";
import { idCreatedAt, isOrderNewer, paymentIdWarning } from "@/lib/format/razorpay";
import { formatMoment } from "@/lib/time/dates";
import { type Field, TextField } from "@/ui/fields/fields";

interface Ids {
  razorpay_payment_id: string;
  razorpay_order_id: string;
}
export type IdTime = "created" | "future" | "ancient" | "newer";
interface Props<Values extends FieldValues> extends Field {
  of: keyof Ids;
  control: Control<Values>;
  /** Text for the creation time. */
  timeText: (kind: IdTime, moment: string) => string;
}

/** Id of a payment or its order, with its creation time while it is typed, and a warning if that is implausible. */
export function RazorpayIdField<Values extends Ids & FieldValues>({ of, control, timeText, ...field }: Props<Values>) {
  const ids = useWatch({ control }) as Ids;
  const created = idCreatedAt(ids[of]);
  const paid = idCreatedAt(ids.razorpay_payment_id);
  const isNewer = of === "razorpay_order_id" && created !== null && paid !== null && isOrderNewer(paid, created);
  const odd = created === null ? null : (paymentIdWarning(created, serverNow().getTime()) ?? (isNewer && "newer"));
  return (
    <TextField
      {...field}
      cut
      hint={
        <span role="status" className={odd ? "doubt" : undefined}>
          {created !== null && timeText(odd || "created", formatMoment(new Date(created).toISOString()))}
        </span>
      }
      autoComplete="off"
      spellCheck={false}
      placeholder={of === "razorpay_payment_id" ? "pay_…" : "order_…"}
    />
  );
}
