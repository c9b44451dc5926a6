import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths, recordPath } from "@/app/paths";
import { labelOf } from "@/lib/format/labels";
import { formatRupees } from "@/lib/format/numbers";
import { formatDay } from "@/lib/time/dates";
import { EventSentence } from "@/screens/audit/shared/EventSentence";
import type { RecordRef } from "@/screens/notes/shared/notes";
import type { Entry } from "./timeline";

interface Props {
  entry: Entry;
  /** The record of the timeline. */
  record: RecordRef;
}

/** One sentence about an entry. */
export function EntryText({ entry, record }: Props) {
  const text = useEntryText(entry);
  if (entry.audit_event)
    return <EventSentence event={entry.audit_event} names={entry} page={recordPath(record.kind, record.id)} />;
  const request = entry.change_request;
  return request ? <Link to={paths.changeRequest({ requestId: request.id })}>{text}</Link> : text;
}

function useEntryText(entry: Entry): string {
  const { t } = useTranslation("timeline");
  const { t: notes } = useTranslation("notes");
  const { t: common } = useTranslation();
  const { note, payment, billing_payment: billing, verification, change_request, follow_up } = entry;
  if (payment)
    return t("payment", {
      id: payment.razorpay_payment_id ?? payment.order_id ?? payment.id,
      amount: rupees(payment.amount),
      status: labelOf(t("paymentStatuses", { returnObjects: true }), payment.billing_payment_status) ?? "-",
    });
  if (billing)
    return t("billingPayment", { what: billing.description ?? t("subscription"), amount: rupees(billing.amount) });
  if (verification) {
    const reason = labelOf(t("reasons", { returnObjects: true }), verification.verification_reason);
    return t(verification.verified ? "verified" : "withdrawn", { name: verification.decided_by_name, reason });
  }
  if (change_request)
    return t("request", {
      name: change_request.author_name,
      title: change_request.title,
      status: labelOf(t("requestStatuses", { returnObjects: true }), change_request.status),
    });
  if (follow_up) {
    const types = common("accountTypes", { returnObjects: true });
    const state = labelOf(t("followUpState", { returnObjects: true }), follow_up.state);
    const owner = follow_up.owner_name ?? labelOf(types, follow_up.owner_role);
    const sentence = t("followUp", {
      name: follow_up.created_by,
      owner,
      due: formatDay(follow_up.due),
      what: follow_up.what,
    });
    return `${sentence} (${state})`;
  }
  if (note?.deleted_at) return notes("entry.removed", { name: note.deleted_by });
  return note ? `${note.author_name}: ${note.text}` : entry.kind;
}

const rupees = (amount: number | null) => (amount === null ? "" : formatRupees(amount));
