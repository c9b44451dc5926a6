import { useState } from "react";
import { useTranslation } from "react-i18next";
import { pageSize } from "@/api/gen/constants";
import type { components } from "@/api/gen/schema";
import { useListQuery } from "@/lib/list/useListQuery";
import { Toolbar } from "@/ui/layout/Toolbar";
import { AuditDays } from "./AuditDays";
import { AuditLogFilters } from "./AuditLogFilters";
import { dayRangeError, daysInQuery, toDayParams, useAuditSummary } from "./audit";
import { logFilters, useAuditTrails } from "./auditLogs";
import { EventsCard } from "./EventsCard";

/** The call of this list has no page size (API-092). */
const choices = { sizes: [pageSize] };

type ClinicDetail = components["schemas"]["ClinicDetail"];

/** The Audit Trail Logs tab. */
export function LogsTab({ clinic }: { clinic: ClinicDetail }) {
  const { t } = useTranslation("audit");
  const query = useListQuery(logFilters, choices);
  const { values, set, cleared } = query;
  const days = daysInQuery(values);
  const wrong = dayRangeError(days);
  const validDays = wrong ? null : days;
  const [typed, setTyped] = useState(values.search);
  const list = useAuditTrails(clinic.id, query, values, validDays);
  const { data: summary } = useAuditSummary(clinic.id, validDays);
  const { start_date: _start, end_date: _end, ...others } = values;
  return (
    <>
      <Toolbar label={t("days.label")}>
        <AuditDays days={days} wrong={wrong} cleared={cleared} onChange={(next) => set(toDayParams(next))} />
      </Toolbar>
      <Toolbar label={t("logs.filters")}>
        <AuditLogFilters
          query={query}
          keys={Object.keys(summary?.data.events_by_type ?? {})}
          rows={list.rows}
          onText={setTyped}
        />
      </Toolbar>
      {!wrong && (
        <EventsCard
          caption={t("logs.title")}
          query={query}
          list={list}
          typed={typed}
          narrowed={Object.values(others).some((value) => value !== "")}
        />
      )}
    </>
  );
}
