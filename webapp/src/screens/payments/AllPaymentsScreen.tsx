import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { paymentStatus } from "@/api/gen/choices";
import { paths } from "@/app/paths";
import { labelOf } from "@/lib/format/labels";
import { parseRouteId } from "@/lib/format/routeIds";
import { useListQuery } from "@/lib/list/useListQuery";
import { ClinicFilter } from "@/screens/campaigns/shared/ClinicFilter";
import { MultiSelectFilter } from "@/ui/filters/MultiSelectFilter";
import { ListScreen } from "@/ui/list/ListScreen";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import { type AllPaymentsQuery, allPaymentsFilters, type PaymentOfClinic, useAllPayments } from "./allPayments";
import { PaymentDays } from "./PaymentDays";
import { PaymentDrawer } from "./PaymentDrawer";
import { orderIdOf, paymentIdOf, toneOf } from "./payments";

/** Payments of all clinics, newest first. */
export function AllPaymentsScreen() {
  const { t } = useTranslation("payments");
  const query = useListQuery(allPaymentsFilters);
  const list = useAllPayments(query);
  const columns = useColumns();
  const [address, setAddress] = useSearchParams();
  const opened = parseRouteId(address.get("payment") ?? undefined);

  function addressOf(id: number | null) {
    const next = new URLSearchParams(address);
    if (id === null) next.delete("payment");
    else next.set("payment", String(id));
    return next;
  }
  return (
    <>
      <ListScreen
        title={t("title")}
        query={query}
        list={list}
        kind="payment"
        search={{ label: t("all.search"), hint: "pay_…, order_…" }}
        filters={<Filters query={query} />}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `?${addressOf(id)}`}
        marked={useMemo(() => new Set(opened === null ? [] : [opened]), [opened])}
        failed={t("failed")}
        empty={{
          none: t("empty"),
          noMatch: t("noMatch"),
          noMatchHint: query.values.search ? t("all.wholeId") : t("noMatchHint"),
        }}
      />
      {opened !== null && <PaymentDrawer id={opened} onClose={() => setAddress(addressOf(null), { replace: true })} />}
    </>
  );
}

function Filters({ query }: { query: AllPaymentsQuery }) {
  const { t } = useTranslation("payments");
  const { values, set } = query;
  const statuses = t("statuses", { returnObjects: true });
  return (
    <>
      <MultiSelectFilter
        label={t("columns.status")}
        values={values.status.split(",").filter(Boolean)}
        options={paymentStatus.map((value) => ({ value, label: statuses[value] }))}
        onChange={(chosen) => set({ status: chosen.join(",") })}
      />
      <ClinicFilter query={query} />
      <PaymentDays query={query} />
    </>
  );
}

function useColumns(): Column<PaymentOfClinic>[] {
  const { t } = useTranslation("payments");
  return useMemo(() => {
    const methods = t("methods", { returnObjects: true });
    const statuses = t("statuses", { returnObjects: true });
    return [
      column.moment("created_at", t("columns.date"), 108, ({ created_at }) => created_at),
      column.text(["razorpay_payment_id", "id"], t("columns.payment"), 196, paymentIdOf, {
        copy: true,
        wrap: false,
        heading: true,
      }),
      column.text(["razorpay_order_id", "order_id"], t("columns.order"), 200, orderIdOf, { copy: true, wrap: false }),
      column.link(
        ["clinic_name", "clinic_id"],
        t("all.clinic"),
        180,
        ({ clinic_name, clinic_id }) => clinic_name || `#${clinic_id}`,
        ({ clinic_id }) => paths.clinic({ clinicId: clinic_id, tab: "payments" }),
      ),
      column.money("amount", t("columns.amount"), 116, ({ amount }) => amount),
      column.text("method", t("columns.method"), 102, ({ method }) => labelOf(methods, method)),
      column.status("billing_payment_status", t("columns.status"), 110, ({ billing_payment_status: status }) =>
        status ? { text: labelOf(statuses, status) ?? status, tone: toneOf(status) } : null,
      ),
    ];
  }, [t]);
}
