import { type ComponentType, Suspense, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { hasStatus } from "@/api/errors";
import { NotFound } from "@/app/NotFound";
import { type PartnerTab, partnerTabs, paths } from "@/app/paths";
import { formatNumber } from "@/lib/format/numbers";
import { parseRouteId } from "@/lib/format/routeIds";
import { dayOf, formatDay } from "@/lib/time/dates";
import type { RecordRef } from "@/screens/notes/shared/notes";
import { Detail } from "@/ui/cells/cells";
import { PhoneNumber } from "@/ui/cells/PhoneNumber";
import { StatTiles } from "@/ui/display/Stats";
import { Message } from "@/ui/feedback/Message";
import { DetailScreen, Panel, Panels } from "@/ui/layout/DetailScreen";
import { ErrorScreen } from "@/ui/layout/ErrorScreen";
import { PageSkeleton, TabSkeleton } from "@/ui/lazy/PageSkeleton";
import { TableCard } from "@/ui/list/TableCard";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import type { Kind } from "./kinds";
import type { PartnerDetail } from "./partners";

export type TimelinePart = ComponentType<{ record: RecordRef }>;

/** One pharmacy or lab, in tabs. */
export function PartnerScreen({ kind, timeline: Timeline }: { kind: Kind; timeline: TimelinePart }) {
  const { t } = useTranslation("partners");
  const params = useParams();
  const id = parseRouteId(params[`${kind.record}Id`]);
  const { record, error, failure } = kind.useOne(id);
  if (id === null || hasStatus(error, 404)) return <NotFound />;
  const title = t(`${kind.texts}.details`);
  const parent = { text: t(`${kind.texts}.title`), to: kind.list };
  if (failure) return <ErrorScreen title={title} parent={parent} {...failure} />;
  if (!record) return <PageSkeleton />;
  const tab = params.tab ?? "";
  const Content = tab === "timeline" ? null : contents[tab as Exclude<PartnerTab, "timeline">];
  return (
    <DetailScreen
      key={id}
      title={title}
      name={record.name}
      record={{ kind: kind.record, id }}
      contact={{ place: record.location?.city, phone: record.phone_number, email: record.email }}
      parent={parent}
      tabs={partnerTabs.map((key) => ({ key, text: t(`tabs.${key}`), to: kind.addressOf(id, key) }))}
      tab={tab}
    >
      {Content ? (
        <Content partner={record} />
      ) : (
        <Suspense fallback={<TabSkeleton />}>
          <Timeline record={{ kind: kind.record, id }} />
        </Suspense>
      )}
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
