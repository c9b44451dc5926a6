import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { pageSize } from "@/api/gen/constants";
import type { components } from "@/api/gen/schema";
import { labelOf } from "@/lib/labels";
import { useFormatMomentLong } from "@/lib/useFormatMomentLong";
import { useListQuery } from "@/lib/useListQuery";
import { column } from "@/ui/columns";
import type { Column, RowDetails } from "@/ui/DataTable";
import { ListCard } from "@/ui/ListCard";
import { Toolbar } from "@/ui/Toolbar";
import { AuditDays } from "./AuditDays";
import { AuditEvent } from "./AuditEvent";
import { AuditLogFilters } from "./AuditLogFilters";
import { dayRangeError, daysInQuery, toDayParams } from "./audit";
import { type AuditTrail, logFilters, mentions, useAuditTrails } from "./auditLogs";
import { eventSentence } from "./eventText";

/** The call of this list has no page size (API-092). */
const choices = { sizes: [pageSize] };

type ClinicDetail = components["schemas"]["ClinicDetail"];

/** The Audit Trail Logs tab. */
export function LogsTab({ clinic }: { clinic: ClinicDetail }) {
  const { t } = useTranslation("audit");
  const query = useListQuery(logFilters, choices);
  const { values, set, cleared } = query;
  const days = daysInQuery(values);
  const [typed, setTyped] = useState(values.search);
  const list = useAuditTrails(clinic.id, query, values);
  const columns = useColumns();
  const details = useDetails();
  // Loaded rows are searched at once; when the server has answered the same text, its rows stay unfiltered.
  const ahead = list.earlier || typed.trim() !== values.search;
  const rows = useMemo(
    () => (ahead && typed.trim() ? list.rows?.filter((event) => mentions(event, typed)) : list.rows),
    [ahead, list.rows, typed],
  );
  const unknown = ahead && !list.error && rows?.length === 0;
  const { start_date: _start, end_date: _end, ...others } = values;
  const narrowed = Object.values(others).some((value) => value !== "");
  return (
    <>
      <Toolbar label={t("days.label")}>
        <AuditDays key={cleared} days={days} onChange={(next) => set(toDayParams(next))} />
      </Toolbar>
      <Toolbar label={t("logs.filters")}>
        <AuditLogFilters clinicId={clinic.id} query={query} rows={list.rows} onText={setTyped} />
      </Toolbar>
      {!dayRangeError(days) && (
        <ListCard
          caption={t("logs.title")}
          list={{ ...list, rows: unknown ? undefined : rows }}
          pages={query}
          columns={columns}
          rowKey={(event) => event.id}
          details={details}
          failed={t("logs.failed")}
          empty={
            narrowed
              ? { text: t("logs.noMatch"), hint: t("logs.noMatchHint") }
              : { text: t("logs.empty"), hint: t("logs.emptyHint") }
          }
        />
      )}
    </>
  );
}

function useColumns(): Column<AuditTrail>[] {
  const { t } = useTranslation("audit");
  const { t: common } = useTranslation();
  return useMemo(() => {
    const types = {
      ...common("accountTypes", { returnObjects: true }),
      ...t("logs.userTypes", { returnObjects: true }),
    };
    const statuses = t("logs.statuses", { returnObjects: true });
    const words = t("story", { returnObjects: true });
    return [
      column.longMoment("timestamp", t("logs.columns.time"), 174, ({ timestamp }) => timestamp, { wrap: false }),
      column.number("ip_address", t("logs.columns.address"), 114, ({ ip_address }) => ip_address, {
        below: t("logs.columns.time"),
      }),
      column.text("key", t("logs.columns.event"), 150, ({ key }) => key),
      column.text(["user.name", "user.type"], t("logs.columns.user"), 138, ({ user }) => user?.name, {
        wrap: true,
        note: ({ user }) => labelOf(types, user?.type ?? null),
      }),
      column.text("patient.name", t("logs.columns.patient"), 94, ({ patient }) => patient?.name, { wrap: true }),
      column.text(["resource.type", "resource.id"], t("logs.columns.resource"), 142, ({ resource }) => resource?.type, {
        note: ({ resource }) => resource?.id?.toString(),
      }),
      column.status("event_status", t("logs.columns.status"), 84, ({ event_status: status }) => ({
        text: labelOf(statuses, status) ?? status,
        tone: status === "SUCCESS" ? "good" : status === "FAILED" ? "bad" : "neutral",
      })),
      column.text(
        "description",
        t("logs.columns.description"),
        150,
        (event) => event.description ?? eventSentence(event, words),
        {
          soft: true,
          wrap: true,
        },
      ),
    ];
  }, [t, common]);
}

function useDetails(): RowDetails<AuditTrail> {
  const { t } = useTranslation("audit");
  const moment = useFormatMomentLong();
  return useMemo(
    () => ({
      label: ({ key, timestamp }) => t("logs.detailsOf", { event: key, moment: moment(timestamp) }),
      content: (event) => <AuditEvent event={event} />,
    }),
    [t, moment],
  );
}
