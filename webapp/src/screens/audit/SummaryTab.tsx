import { useTranslation } from "react-i18next";
import type { components } from "@/api/gen/schema";
import { paths } from "@/app/paths";
import { average, formatNumber } from "@/lib/format/numbers";
import { useListQuery } from "@/lib/list/useListQuery";
import { formatDay } from "@/lib/time/dates";
import { useFormatMomentLong } from "@/lib/time/useFormatMomentLong";
import { BarList, HourStrip, hourText, StatTiles } from "@/ui/display/Stats";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Panel, Panels } from "@/ui/layout/DetailScreen";
import { Toolbar } from "@/ui/layout/Toolbar";
import { AuditDays } from "./AuditDays";
import {
  type AuditSummary,
  byCount,
  dayFilters,
  dayRangeError,
  daysInQuery,
  successRate,
  toDayParams,
  useAuditSummary,
} from "./audit";
import type { logFilters } from "./auditLogs";

type ClinicDetail = components["schemas"]["ClinicDetail"];
/** Event keys that the summary counts as sign-ins and as exports of patient data. */
const signInKeys = ["session.sign_in", "user.sign_in"];
const exportKeys = ["patient.export"];

const mostEventTypes = 10;

/** The Audit trail summary tab. */
export function SummaryTab({ clinic }: { clinic: ClinicDetail }) {
  const { t } = useTranslation("audit");
  const { values, set } = useListQuery(dayFilters);
  const days = daysInQuery(values);
  const wrong = dayRangeError(days);
  const { data, failure } = useAuditSummary(clinic.id, wrong ? null : days);
  const summary = data?.data;
  const listOf = (filters: Partial<Record<keyof typeof logFilters, string>> = {}) =>
    paths.clinicAuditLogs({ clinicId: clinic.id, filters: { ...toDayParams(days), ...filters } });
  function content() {
    if (wrong) return null;
    if (failure) return <ErrorState text={t("summary.failed")} {...failure} />;
    return (
      <div aria-busy={!summary}>
        <SummaryTiles statistics={summary?.statistics} listOf={listOf} />
        {summary && <SummaryPanels summary={summary} listOf={listOf} />}
      </div>
    );
  }
  return (
    <>
      <Toolbar>
        <AuditDays days={days} wrong={wrong} onChange={(next) => set(toDayParams(next))} />
      </Toolbar>
      {content()}
    </>
  );
}

/** Build the address of the events behind a figure, for the same days. */
type ListOf = (filters?: Partial<Record<keyof typeof logFilters, string>>) => string;

function SummaryTiles({ statistics, listOf }: { statistics: AuditSummary["statistics"] | undefined; listOf: ListOf }) {
  const { t } = useTranslation("audit");
  const counts = ["successful_events", "failed_events", "failed_logins", "patient_exports", "daily_average"] as const;
  const lists: Partial<Record<(typeof counts)[number], string>> = {
    successful_events: listOf({ event_status: "SUCCESS" }),
    failed_events: listOf({ event_status: "FAILED" }),
    failed_logins: listOf({ event_status: "FAILED", event_keys: signInKeys.join(",") }),
    patient_exports: listOf({ event_status: "SUCCESS", event_keys: exportKeys.join(",") }),
  };
  return (
    <StatTiles
      least={130}
      tiles={[
        {
          name: t("summary.total_events"),
          figure: statistics ? formatNumber(statistics.total_events) : null,
          to: listOf(),
        },
        { name: t("summary.rate"), figure: statistics ? successRate(statistics) : null },
        ...counts.map((name) => ({
          name: t(`summary.${name}`),
          figure: statistics ? (name === "daily_average" ? average : formatNumber)(statistics[name]) : null,
          to: lists[name],
        })),
      ]}
    />
  );
}

interface PanelsProps {
  summary: AuditSummary;
  listOf: ListOf;
}
function SummaryPanels({ summary, listOf }: PanelsProps) {
  const { t } = useTranslation("audit");
  const moment = useFormatMomentLong();
  const events = byCount(summary.events_by_type, mostEventTypes).map((type) => ({
    ...type,
    to: listOf({ event_keys: type.name }),
  }));
  // The list has no filter for a person; its search finds names in events.
  const users = byCount(summary.top_users).map((user) => ({ ...user, to: listOf({ search: user.name }) }));
  const hours = byCount(summary.busiest_hours).map(({ name, count }) => ({
    name: hourText(Number(name)),
    count,
    to: listOf({ hours: String(Number(name)) }),
  }));
  const inOrder = [...hours].sort((a, b) => a.name.localeCompare(b.name));
  const inWords = hours.map(({ name, count }) => `${name} ${formatNumber(count)}`).join(", ");
  const nothing = <p className="soft">{t("summary.nothing")}</p>;
  const nobody = <p className="soft">{t("summary.noUsers")}</p>;
  return (
    <>
      <Panels>
        <Panel title={t("summary.events")}>{events.length > 0 ? <BarList items={events} /> : nothing}</Panel>
        <Panel title={t("summary.users")}>
          {users.length > 0 ? <BarList items={users} /> : events.length > 0 ? nobody : nothing}
        </Panel>
        <Panel wide title={t("summary.hours")}>
          {hours.length > 0 ? (
            <>
              <HourStrip counts={summary.busiest_hours} label={`${t("summary.hours")}: ${inWords}`} />
              <p className="soft">{t("summary.legend", { count: formatNumber(hours[0]?.count ?? 0) })}</p>
              <details>
                <summary>{t("summary.everyHour")}</summary>
                <BarList items={inOrder} />
              </details>
            </>
          ) : (
            nothing
          )}
        </Panel>
      </Panels>
      <p className="soft" style={{ marginTop: 16 }}>
        {t("summary.about", {
          start: formatDay(summary.date_range.start),
          end: formatDay(summary.date_range.end),
          moment: moment(summary.generated_at),
        })}
      </p>
    </>
  );
}
