import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { labelOf } from "@/lib/format/labels";
import { formatRupees } from "@/lib/format/numbers";
import { useLocalPage } from "@/lib/list/useLocalPage";
import { dayOf, formatDay } from "@/lib/time/dates";
import { ListSection } from "@/ui/list/ListSection";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import { type BillingPayment, useBillingPayments } from "./subscriptions";

/** Payments of a user, ten per page. */
export function BillingSection({ userId }: { userId: number }) {
  const { t } = useTranslation("subscriptions", { keyPrefix: "billing" });
  const pages = useLocalPage(String(userId));
  const list = useBillingPayments(userId, pages);
  return (
    <ListSection
      title={t("title")}
      list={list}
      pages={pages}
      columns={useColumns()}
      rowKey={(payment) => payment.id ?? `${payment.created_at} ${payment.invoices[0]?.unique_id}`}
      empty={{ text: t("empty") }}
    />
  );
}

function useColumns(): Column<BillingPayment>[] {
  const { t } = useTranslation("subscriptions", { keyPrefix: "billing" });
  const { t: common } = useTranslation();
  const { t: subscriptions } = useTranslation("subscriptions");
  return useMemo(() => {
    const methods = subscriptions("methods", { returnObjects: true });
    const day = (moment: string | null) => (moment ? formatDay(dayOf(moment)) : "-");
    const alreadyPaid = ({ already_paid: paid }: BillingPayment) =>
      typeof paid === "boolean" ? common(paid ? "yes" : "no") : typeof paid === "number" ? formatRupees(paid) : null;
    return [
      column.moment("created_at", t("created"), 174, ({ created_at }) => created_at, { wrap: false }),
      column.text("invoices.0.unique_id", t("invoice"), 132, ({ invoices }) => invoices[0]?.unique_id, {
        copy: true,
        below: t("created"),
      }),
      column.text(
        "invoices.0.payload.line_items.0.name",
        t("item"),
        176,
        ({ invoices }) => invoices[0]?.payload?.line_items[0]?.name,
      ),
      // Days in India (B 9).
      column.text(
        ["current_start", "current_end"],
        t("servicePeriod"),
        108,
        ({ current_start, current_end }) =>
          current_start || current_end ? `${day(current_start)} – ${day(current_end)}` : null,
        { below: t("item") },
      ),
      column.text("description", t("description"), 130, ({ description }) => description),
      column.text("method", t("method"), 104, ({ method }) => labelOf(methods, method)),
      column.figure("already_paid", t("alreadyPaid"), 100, alreadyPaid),
      column.text("promo_code_name", t("promoCode"), 116, ({ promo_code_name }) => promo_code_name),
      column.money("discount", t("discount"), 104, ({ discount }) => discount),
      column.money("amount", t("amount"), 112, ({ amount }) => amount),
    ];
  }, [t, common, subscriptions]);
}
