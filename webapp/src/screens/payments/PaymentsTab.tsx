import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { paymentType } from "@/api/gen/choices";
import type { components } from "@/api/gen/schema";
import { labelOf } from "@/lib/format/labels";
import { useListQuery } from "@/lib/list/useListQuery";
import { useLocalPage } from "@/lib/list/useLocalPage";
import { CollapsedFilters, countActiveFilters } from "@/ui/filters/CollapsedFilters";
import { FilterSelect } from "@/ui/filters/FilterSelect";
import { Tool, Toolbar } from "@/ui/layout/Toolbar";
import { ListCard } from "@/ui/list/ListCard";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import { AddPayment } from "./AddPayment";
import { PaymentDays } from "./PaymentDays";
import { orderIdOf, type Payment, paymentFilters, paymentIdOf, toneOf, usePayments } from "./payments";

type ClinicDetail = components["schemas"]["ClinicDetail"];

/** The Payments tab. */
export function PaymentsTab({ clinic }: { clinic: ClinicDetail }) {
  const { t } = useTranslation("payments");
  const { t: common } = useTranslation();
  const query = useListQuery(paymentFilters);
  const { values, filtered, clear } = query;
  const pages = useLocalPage(JSON.stringify([clinic.id, values]));
  const list = usePayments(clinic.id, pages, values);
  const columns = useColumns();
  const [adding, setAdding] = useState(false);
  return (
    <>
      <Toolbar actions={<Tool main icon="add" text={t("add.title")} onClick={() => setAdding(true)} />}>
        <CollapsedFilters on={countActiveFilters(values, ["payment_type", "start_date", "end_date"])}>
          <FilterSelect
            label={t("filters.type")}
            options={paymentType.map((type) => ({ value: type, label: t(`types.${type}`) }))}
            {...query.choiceOf("payment_type")}
          />
          <PaymentDays query={query} />
        </CollapsedFilters>
        {filtered && <Tool text={common("clearFilters")} onClick={clear} />}
      </Toolbar>
      <ListCard
        caption={t("title")}
        list={list}
        kind="payment"
        pages={pages}
        columns={columns}
        rowKey={(payment) => payment.id}
        failed={t("failed")}
        empty={filtered ? { text: t("noMatch"), hint: t("noMatchHint") } : { text: t("empty") }}
      />
      {adding && <AddPayment clinicId={clinic.id} onClose={() => setAdding(false)} />}
    </>
  );
}

function useColumns(): Column<Payment>[] {
  const { t } = useTranslation("payments");
  return useMemo(() => {
    const methods = t("methods", { returnObjects: true });
    const descriptions = t("descriptions", { returnObjects: true });
    const statuses = t("statuses", { returnObjects: true });
    return [
      column.longMoment("created_at", t("columns.date"), 108, ({ created_at }) => created_at),
      column.text(["razorpay_payment_id", "id"], t("columns.payment"), 196, paymentIdOf, { copy: true, wrap: false }),
      column.text(["razorpay_order_id", "order_id"], t("columns.order"), 178, orderIdOf, {
        copy: true,
        below: t("columns.payment"),
      }),
      column.text("description", t("columns.description"), 130, ({ description }) =>
        labelOf(descriptions, description),
      ),
      column.phone("contact", t("columns.contact"), 190, ({ contact }) => contact, { grow: 1 }),
      column.text("email", t("columns.email"), 76, ({ email }) => email, { copy: true, below: t("columns.contact") }),
      column.money("amount", t("columns.amount"), 116, ({ amount }) => amount),
      column.text("method", t("columns.method"), 104, ({ method }) => labelOf(methods, method)),
      column.status("billing_payment_status", t("columns.status"), 96, ({ billing_payment_status: status }) =>
        status ? { text: labelOf(statuses, status) ?? status, tone: toneOf(status) } : null,
      ),
    ];
  }, [t]);
}
