import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { labelOf } from "@/lib/format/labels";
import { wholeList } from "@/lib/list/listState";
import { useLocalPage } from "@/lib/list/useLocalPage";
import { Section } from "@/ui/layout/DetailScreen";
import { Tool } from "@/ui/layout/Toolbar";
import { ListCard } from "@/ui/list/ListCard";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import { AddSubscription } from "./AddSubscription";
import type { Subscription } from "./subscriptions";
import { usePeriod } from "./usePeriod";

interface Props {
  userId: number;
  rows: Subscription[];
  reload: () => Promise<unknown>;
}

/** Subscriptions of a user, and the form to add one. */
export function SubscriptionsSection({ userId, rows, reload }: Props) {
  const { t } = useTranslation("subscriptions");
  const [adding, setAdding] = useState(false);
  const pages = useLocalPage(String(userId));
  return (
    <Section title={t("title")} action={<Tool main icon="add" text={t("add.title")} onClick={() => setAdding(true)} />}>
      <ListCard
        caption={t("title")}
        list={wholeList(rows, pages, reload)}
        pages={pages}
        columns={useColumns(rows)}
        rowKey={({ id }) => id}
        empty={{ text: t("empty") }}
      />
      {adding && <AddSubscription userId={userId} onClose={() => setAdding(false)} />}
    </Section>
  );
}

/** Fields that no subscription has get no column. */
function useColumns(rows: readonly Subscription[]): Column<Subscription>[] {
  const { t } = useTranslation("subscriptions");
  const period = usePeriod();
  const isPaidByHand = rows.some((row) => row.razorpay_payment_id || row.razorpay_order_id || row.gstin);
  const hasStarts = rows.some(({ starts_at }) => starts_at);
  return useMemo(() => {
    const statuses = t("statuses", { returnObjects: true });
    return [
      column.text("plan.name", t("columns.plan"), 180, ({ plan }) => plan?.name),
      column.money("plan.amount", t("columns.amount"), 110, ({ plan }) => plan?.amount),
      column.text(["plan.interval", "plan.period"], t("columns.period"), 124, ({ plan }) => plan && period(plan)),
      column.moment("created_at", t("columns.created"), 174, ({ created_at }) => created_at),
      ...(hasStarts
        ? [
            column.moment<Subscription>("starts_at", t("columns.starts"), 174, ({ starts_at }) => starts_at, {
              below: t("columns.created"),
            }),
          ]
        : []),
      column.moment("expire_by", t("columns.expires"), 174, ({ expire_by }) => expire_by),
      ...(isPaidByHand
        ? [
            column.text<Subscription>(
              "razorpay_payment_id",
              t("columns.paymentId"),
              200,
              ({ razorpay_payment_id: id }) => id,
              { copy: true },
            ),
            column.text<Subscription>(
              "razorpay_order_id",
              t("columns.orderId"),
              200,
              ({ razorpay_order_id: id }) => id,
              {
                copy: true,
                below: t("columns.paymentId"),
              },
            ),
            column.text<Subscription>("gstin", t("columns.gstin"), 180, ({ gstin }) => gstin, {
              copy: true,
              below: t("columns.plan"),
            }),
          ]
        : []),
      column.status(
        "billing_subscription_status",
        t("columns.status"),
        110,
        ({ billing_subscription_status: status }) =>
          status ? { text: labelOf(statuses, status) ?? status, tone: toneOf(status) } : null,
      ),
    ];
  }, [t, period, isPaidByHand, hasStarts]);
}

function toneOf(status: string) {
  if (status === "active") return "good";
  return status === "created" ? "waiting" : "neutral";
}
