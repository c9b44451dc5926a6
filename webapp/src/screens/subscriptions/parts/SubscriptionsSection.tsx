import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { labelled } from "@/lib/labelled";
import { column } from "@/ui/columns";
import type { Column } from "@/ui/DataTable";
import { Section } from "@/ui/DetailScreen";
import { TableCard } from "@/ui/TableCard";
import { Tool } from "@/ui/Toolbar";
import { AddSubscription } from "./AddSubscription";
import type { Subscription } from "./subscriptions";
import { usePeriod } from "./usePeriod";

/** What a user has subscribed to, and the form that adds to it. */
export function SubscriptionsSection({ userId, rows }: { userId: number; rows: Subscription[] }) {
  const { t } = useTranslation("subscriptions");
  const [adding, setAdding] = useState(false);
  return (
    <Section title={t("title")} action={<Tool main icon="add" text={t("add.title")} onClick={() => setAdding(true)} />}>
      <TableCard caption={t("title")} columns={useColumns()} rows={rows} rowKey={({ id }) => id} empty={t("empty")} />
      {adding && <AddSubscription userId={userId} onClose={() => setAdding(false)} />}
    </Section>
  );
}

function useColumns(): Column<Subscription>[] {
  const { t } = useTranslation("subscriptions");
  const period = usePeriod();
  return useMemo(() => {
    const statuses = t("statuses", { returnObjects: true });
    return [
      column.text(t("columns.plan"), 220, ({ plan }) => plan?.name),
      column.money(t("columns.amount"), 130, ({ plan }) => plan?.amount),
      column.text(t("columns.period"), 120, ({ plan }) => plan && period(plan)),
      column.moment(t("columns.created"), 170, ({ created_at }) => created_at),
      column.moment(t("columns.expires"), 170, ({ expire_by }) => expire_by),
      column.status(t("columns.status"), 110, ({ billing_subscription_status: status }) =>
        status ? { text: labelled(statuses, status) ?? status, tone: toneOf(status) } : null,
      ),
    ];
  }, [t, period]);
}

function toneOf(status: string) {
  if (status === "active") return "good";
  return status === "created" ? "waiting" : "neutral";
}
