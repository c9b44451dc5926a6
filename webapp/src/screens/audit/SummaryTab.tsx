import { useTranslation } from "react-i18next";
import type { components } from "@/api/gen/schema";
import { paths } from "@/app/paths";
import { shownDay } from "@/lib/dates";
import { grouped } from "@/lib/numbers";
import { useListQuery } from "@/lib/useListQuery";
import { useMoment } from "@/lib/useMoment";
import { Panel, Panels } from "@/ui/DetailScreen";
import { FailedPart } from "@/ui/FailedPart";
import { BarList, HourStrip, hourText, Tiles } from "@/ui/Figures";
import { Toolbar } from "@/ui/Toolbar";
import { AuditDays } from "./AuditDays";
import {
  type AuditSummary,
  byCount,
  dayFilters,
  daysAsked,
  keptDays,
  successRate,
  useAuditSummary,
  wrongDays,
} from "./audit";

type ClinicDetail = components["schemas"]["ClinicDetail"];

const mostEventTypes = 10;

/** The Audit trail summary tab. */
export function SummaryTab({ clinic }: { clinic: ClinicDetail }) {
  const { t } = useTranslation("audit");
  const { values, set } = useListQuery(dayFilters);
  const days = daysAsked(values);
  const { data, error, isValidating, mutate } = useAuditSummary(clinic.id, days);
  const summary = data?.data;
  const eventsOf = (event_keys: string) =>
    paths.clinicAuditLogs({ clinicId: clinic.id, filters: { ...keptDays(days), event_keys } });
  function content() {
    if (wrongDays(days)) return null;
    if (error)
      return <FailedPart text={t("summary.failed")} error={error} busy={isValidating} onRetry={() => void mutate()} />;
    return (
      <div aria-busy={!summary}>
        <SummaryTiles statistics={summary?.statistics} />
        {summary && <SummaryPanels summary={summary} eventsOf={eventsOf} />}
      </div>
    );
  }
  return (
    <>
      <Toolbar>
        <AuditDays days={days} onChange={(next) => set(keptDays(next))} />
      </Toolbar>
      {content()}
    </>
  );
}

function SummaryTiles({ statistics }: { statistics: AuditSummary["statistics"] | undefined }) {
  const { t } = useTranslation("audit");
  const counts = ["successful_events", "failed_events", "failed_logins", "patient_exports", "daily_average"] as const;
  return (
    <Tiles
      least={130}
      tiles={[
        { name: t("summary.total_events"), figure: statistics ? grouped(statistics.total_events) : null },
        { name: t("summary.rate"), figure: statistics ? successRate(statistics) : null },
        ...counts.map((name) => ({
          name: t(`summary.${name}`),
          figure: statistics ? grouped(statistics[name]) : null,
        })),
      ]}
    />
  );
}

interface PanelsProps {
  summary: AuditSummary;
  /** The address of an event type's events. */
  eventsOf: (key: string) => string;
}
function SummaryPanels({ summary, eventsOf }: PanelsProps) {
  const { t } = useTranslation("audit");
  const moment = useMoment();
  const events = byCount(summary.events_by_type, mostEventTypes).map((type) => ({ ...type, to: eventsOf(type.name) }));
  const users = byCount(summary.top_users);
  const hours = byCount(summary.busiest_hours).map(({ name, count }) => ({ name: hourText(Number(name)), count }));
  const inWords = hours.map(({ name, count }) => `${name} ${grouped(count)}`).join(", ");
  const nothing = <p className="soft">{t("summary.nothing")}</p>;
  return (
    <>
      <Panels>
        <Panel title={t("summary.events")}>{events.length > 0 ? <BarList items={events} /> : nothing}</Panel>
        <Panel title={t("summary.users")}>{users.length > 0 ? <BarList items={users} /> : nothing}</Panel>
        <Panel wide title={t("summary.hours")}>
          {hours.length > 0 ? (
            <>
              <HourStrip counts={summary.busiest_hours} label={`${t("summary.hours")}: ${inWords}`} />
              <details>
                <summary>{t("summary.everyHour")}</summary>
                <BarList items={hours} />
              </details>
            </>
          ) : (
            nothing
          )}
        </Panel>
      </Panels>
      <p className="soft number" style={{ marginTop: 16 }}>
        {t("summary.about", {
          start: shownDay(summary.date_range.start),
          end: shownDay(summary.date_range.end),
          moment: moment(summary.generated_at),
        })}
      </p>
    </>
  );
}
