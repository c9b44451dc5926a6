import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "@/app/paths";
import { formatDay } from "@/lib/dates";
import { labelOf } from "@/lib/labels";
import { formatRupees } from "@/lib/numbers";
import { eventSentence } from "@/screens/audit/shared/eventText";
import type { Entry } from "./timeline";

/** One sentence about an entry. */
export function EntryText({ entry }: { entry: Entry }) {
  const text = useEntryText(entry);
  const request = entry.change_request;
  return request ? <Link to={paths.changeRequest({ requestId: request.id })}>{text}</Link> : text;
}

function useEntryText(entry: Entry): string {
  const { t } = useTranslation("timeline");
  const { t: audit } = useTranslation("audit");
  const { t: common } = useTranslation();
  const { audit_event: event, payment, billing_payment: billing, verification, change_request, follow_up } = entry;
  if (event) {
    const sentence = eventSentence(event, audit("story", { returnObjects: true }));
    const key = event.description ? `${event.key} (${event.description})` : event.key;
    const name = event.user?.name ?? t("someone");
    return sentence ?? (event.event_status === "FAILED" ? t("refused", { name, key }) : `${name}: ${key}`);
  }
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
  return entry.kind;
}

const rupees = (amount: number | null) => (amount === null ? "" : formatRupees(amount));
