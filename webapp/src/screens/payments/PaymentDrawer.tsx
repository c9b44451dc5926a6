import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useList, useRecord } from "@/api/hooks";
import { paths } from "@/app/paths";
import { labelOf } from "@/lib/format/labels";
import { formatRupees } from "@/lib/format/numbers";
import { formatMoment } from "@/lib/time/dates";
import { NoteEntry } from "@/screens/notes/shared/NoteEntry";
import { Detail } from "@/ui/cells/cells";
import { PhoneNumber } from "@/ui/cells/PhoneNumber";
import { StatusTag } from "@/ui/cells/StatusTag";
import { InfoDrawer } from "@/ui/dialog/InfoDrawer";
import { Copy } from "@/ui/display/Copy";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { TabSkeleton } from "@/ui/lazy/PageSkeleton";
import { orderIdOf, paymentIdOf, toneOf } from "./payments";

const shownNotes = 5;

/** One payment with the contact of its payer and the newest notes on its clinic. */
export function PaymentDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation("payments");
  const { data, failure } = useRecord(
    "/careops/all_payments/{payment_id}",
    { path: { payment_id: id } },
    (reply) => reply.data.payment,
  );
  const payment = data?.data.payment;
  const notes = useList(
    "/careops/notes",
    payment ? { query: { record: `clinic:${payment.clinic_id}`, perpage: shownNotes } } : null,
    "notes",
  );
  const methods = t("methods", { returnObjects: true });
  const statuses = t("statuses", { returnObjects: true });
  const status = payment?.billing_payment_status;
  return (
    <InfoDrawer title={t("one.title")} onClose={onClose}>
      {!payment && (failure ? <ErrorState text={t("failed")} {...failure} /> : <TabSkeleton />)}
      {payment && (
        <>
          <dl>
            <Detail name={t("columns.status")}>
              {status && <StatusTag text={labelOf(statuses, status) ?? status} tone={toneOf(status)} />}
            </Detail>
            <Detail name={t("columns.amount")}>
              {typeof payment.amount === "number" && formatRupees(payment.amount)}
            </Detail>
            <Detail name={t("all.clinic")}>
              <Link to={paths.clinic({ clinicId: payment.clinic_id, tab: "payments" })}>
                {payment.clinic_name || `#${payment.clinic_id}`}
              </Link>
            </Detail>
            <Detail name={t("columns.contact")}>{payment.contact && <PhoneNumber number={payment.contact} />}</Detail>
            <Detail name={t("columns.email")}>
              <WithCopy value={payment.email} />
            </Detail>
            <Detail name={t("columns.method")}>{labelOf(methods, payment.method)}</Detail>
            <Detail name={t("columns.payment")}>
              <WithCopy value={paymentIdOf(payment)} />
            </Detail>
            <Detail name={t("columns.order")}>
              <WithCopy value={orderIdOf(payment)} />
            </Detail>
            <Detail name={t("columns.date")}>{payment.created_at && formatMoment(payment.created_at)}</Detail>
          </dl>
          <h3>{t("one.notes")}</h3>
          {notes.rows?.length === 0 && <p className="soft">{t("one.noNotes")}</p>}
          {notes.rows?.map((note) => (
            <NoteEntry key={note.id} note={note} onChanged={notes.reload} />
          ))}
        </>
      )}
    </InfoDrawer>
  );
}

function WithCopy({ value }: { value: string | null | undefined }) {
  if (!value) return "-";
  return (
    <>
      {value} <Copy value={value} />
    </>
  );
}
