import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { NotFound } from "@/app/NotFound";
import { type PartnerTab, partnerTabs, paths } from "@/app/paths";
import { dayOf, formatDay } from "@/lib/dates";
import { formatNumber } from "@/lib/numbers";
import { Detail } from "@/ui/cells/cells";
import { PhoneNumber } from "@/ui/cells/PhoneNumber";
import { column } from "@/ui/columns";
import type { Column } from "@/ui/DataTable";
import { DetailScreen, Panel, Panels } from "@/ui/DetailScreen";
import { ErrorScreen } from "@/ui/ErrorScreen";
import { Message } from "@/ui/Message";
import { PageSkeleton } from "@/ui/PageSkeleton";
import { StatTiles } from "@/ui/Stats";
import { TableCard } from "@/ui/TableCard";
import type { Kind, PartnerDetail } from "./partners";

interface Props {
  kind: Kind;
  /** Id of the address; null if invalid. */
  id: number | null;
  tab: string;
  record: PartnerDetail | undefined;
  error: Error | undefined;
  busy: boolean;
  retry: () => unknown;
  list: string;
  addressOf: (tab: PartnerTab) => string;
}

/** One pharmacy or lab, in three tabs. */
export function PartnerScreen({ kind, id, tab, record, error, busy, retry, list, addressOf }: Props) {
  const { t } = useTranslation("partners");
  if (id === null || (error instanceof ApiError && error.status === 404)) return <NotFound />;
  const title = t(`${kind}.details`);
  const parent = { text: t(`${kind}.title`), to: list };
  if (error) return <ErrorScreen title={title} parent={parent} error={error} busy={busy} onRetry={retry} />;
  if (!record) return <PageSkeleton />;
  const Content = contents[tab as PartnerTab];
  return (
    <DetailScreen
      key={id}
      title={title}
      name={record.name}
      record={{ kind: kind === "labs" ? "lab" : "pharmacy", id }}
      contact={{ place: record.location?.city, phone: record.phone_number, email: record.email }}
      parent={parent}
      tabs={partnerTabs.map((key) => ({ key, text: t(`tabs.${key}`), to: addressOf(key) }))}
      tab={tab}
    >
      <Content partner={record} />
    </DetailScreen>
  );
}

const contents = { "basic-details": Basics, metrics: Metrics, clinics: Clinics } as const;

function Basics({ partner: { name, email, phone_number, location } }: { partner: PartnerDetail }) {
  const { t } = useTranslation("partners");
  return (
    <Panels>
      <Panel title={t("tabs.basic-details")}>
        <dl>
          <Detail name={t("name")}>{name}</Detail>
          <Detail name={t("email")}>{email}</Detail>
          <Detail name={t("phone")}>
            <PhoneNumber number={phone_number} />
          </Detail>
          <Detail name={t("city")}>{location?.city}</Detail>
          <Detail name={t("state")}>{location?.state}</Detail>
        </dl>
      </Panel>
    </Panels>
  );
}

function Metrics({ partner: { metrics } }: { partner: PartnerDetail }) {
  const { t } = useTranslation("partners");
  if (!metrics) return <Message icon="search" text={t("noMetrics")} />;
  const last = metrics.last_activity_date;
  return (
    <StatTiles
      tiles={[
        { name: t("totalOrders"), figure: formatNumber(metrics.total_orders) },
        { name: t("lastActivity"), figure: last ? formatDay(dayOf(last)) : "-" },
      ]}
    />
  );
}

type Clinic = PartnerDetail["clinics"][number];
const clinicAddress = ({ id }: Clinic) => paths.clinic({ clinicId: id });

function Clinics({ partner: { clinics } }: { partner: PartnerDetail }) {
  const { t } = useTranslation("partners");
  const columns: Column<Clinic>[] = useMemo(
    () => [
      column.number("id", t("id"), 90, ({ id }) => String(id)),
      column.link("name", t("name"), 320, ({ name }) => name, clinicAddress, { heading: true }),
      column.phone("phone_number", t("phone"), 160, ({ phone_number }) => phone_number),
    ],
    [t],
  );
  return (
    <TableCard
      caption={t("tabs.clinics")}
      columns={columns}
      rows={clinics}
      rowKey={({ id }) => id}
      rowLink={clinicAddress}
      empty={t("noClinics")}
    />
  );
}
