import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { components } from "@/api/gen/schema";
import { labelled } from "@/lib/labelled";
import { rupees } from "@/lib/numbers";
import { useListQuery } from "@/lib/useListQuery";
import { useLocalPage } from "@/lib/useLocalPage";
import { useMoment } from "@/lib/useMoment";
import { NumberText, Text } from "@/ui/cells/cells";
import { StatusTag } from "@/ui/cells/StatusTag";
import type { Column } from "@/ui/DataTable";
import { DateField } from "@/ui/fields/DateField";
import { FilterSelect } from "@/ui/fields/FilterSelect";
import { ListCard } from "@/ui/ListCard";
import { Tool, Toolbar } from "@/ui/Toolbar";
import { AddPayment } from "./AddPayment";
import { type Payment, paymentFilters, paymentTypes, reversed, usePayments } from "./payments";

type ClinicDetail = components["schemas"]["ClinicDetail"];

/** The Payments tab. */
export function PaymentsTab({ clinic }: { clinic: ClinicDetail }) {
  const { t } = useTranslation("payments");
  const { t: common } = useTranslation();
  const query = useListQuery(paymentFilters);
  const { values, filtered, set, clear } = query;
  const { page, goTo } = useLocalPage(JSON.stringify([clinic.id, values]));
  const list = usePayments(clinic.id, page, values);
  const columns = useColumns();
  const [adding, setAdding] = useState(false);
  return (
    <>
      <Toolbar actions={<Tool main icon="add" text={t("add.title")} onClick={() => setAdding(true)} />}>
        <FilterSelect
          label={t("filters.type")}
          value={values.payment_type}
          options={[
            { value: "", label: common("all") },
            ...paymentTypes.map((type) => ({ value: type, label: t(`types.${type}`) })),
          ]}
          onChange={(payment_type) => set({ payment_type })}
        />
        <DateField
          key={`start${query.cleared}`}
          label={t("filters.start")}
          value={values.start_date}
          wrong={reversed(values) ? t("filters.reversed") : null}
          onChange={(start_date) => set({ start_date })}
        />
        <DateField
          key={`end${query.cleared}`}
          label={t("filters.end")}
          value={values.end_date}
          onChange={(end_date) => set({ end_date })}
        />
        {filtered && <Tool text={common("clearFilters")} onClick={clear} />}
      </Toolbar>
      <ListCard
        caption={t("title")}
        list={list}
        page={page}
        onPage={goTo}
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
  const moment = useMoment();
  return useMemo(
    () => [
      {
        key: "date",
        header: t("columns.date"),
        width: 108,
        wrap: true,
        cell: ({ created_at }) => <NumberText value={created_at && moment(created_at)} />,
      },
      {
        key: "payment",
        header: t("columns.payment"),
        width: 160,
        cell: ({ razorpay_payment_id, id }) => <Text value={razorpay_payment_id || String(id)} />,
      },
      {
        key: "order",
        header: t("columns.order"),
        width: 178,
        cell: ({ razorpay_order_id, order_id }) => <Text value={razorpay_order_id || order_id} />,
      },
      {
        key: "description",
        header: t("columns.description"),
        width: 104,
        wrap: true,
        cell: ({ description }) => <Text value={description} />,
      },
      {
        key: "contact",
        header: t("columns.contact"),
        width: 102,
        cell: ({ contact }) => <NumberText value={contact} />,
      },
      { key: "email", header: t("columns.email"), width: 76, cell: ({ email }) => <Text value={email} soft /> },
      {
        key: "amount",
        header: t("columns.amount"),
        width: 104,
        align: "end",
        cell: ({ amount }) => <NumberText value={amount === null ? null : rupees(amount)} />,
      },
      {
        key: "method",
        header: t("columns.method"),
        width: 90,
        cell: ({ method }) => <Text value={labelled(t("methods", { returnObjects: true }), method)} />,
      },
      {
        key: "status",
        header: t("columns.status"),
        width: 96,
        cell: ({ billing_payment_status: status }) =>
          status ? (
            <StatusTag
              text={labelled(t("statuses", { returnObjects: true }), status) ?? status}
              tone={toneOf(status)}
            />
          ) : (
            <Text value={null} />
          ),
      },
    ],
    [t, moment],
  );
}

/** Spec: A 2; the others stay neutral. */
function toneOf(status: string) {
  if (["captured", "success", "completed"].includes(status)) return "good";
  if (status === "failed") return "bad";
  return status === "pending" ? "waiting" : "neutral";
}
