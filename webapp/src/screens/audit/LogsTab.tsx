import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { components } from "@/api/gen/schema";
import { labelled } from "@/lib/labelled";
import { useListQuery } from "@/lib/useListQuery";
import { useMoment } from "@/lib/useMoment";
import { NumberText, Text } from "@/ui/cells/cells";
import { StatusTag } from "@/ui/cells/StatusTag";
import type { Column, RowDetails } from "@/ui/DataTable";
import { ListCard } from "@/ui/ListCard";
import { Toolbar } from "@/ui/Toolbar";
import { AuditDays } from "./AuditDays";
import { AuditEvent } from "./AuditEvent";
import { AuditLogFilters } from "./AuditLogFilters";
import { daysAsked, keptDays, wrongDays } from "./audit";
import { type AuditTrail, logFilters, mentions, useAuditTrails } from "./auditLogs";

type ClinicDetail = components["schemas"]["ClinicDetail"];

/** The Audit Trail Logs tab. */
export function LogsTab({ clinic }: { clinic: ClinicDetail }) {
  const { t } = useTranslation("audit");
  const query = useListQuery(logFilters);
  const { values, page, set, goTo, cleared } = query;
  const days = daysAsked(values);
  const [typed, setTyped] = useState(values.search);
  const list = useAuditTrails(clinic.id, page, values);
  const columns = useColumns();
  const details = useDetails();
  // What is loaded is searched at once; the server's answer to the same text then stands as it came.
  const ahead = list.earlier || typed.trim() !== values.search;
  const found = useMemo(
    () => (ahead && typed.trim() ? list.rows?.filter((event) => mentions(event, typed)) : list.rows),
    [ahead, list.rows, typed],
  );
  const unknown = ahead && !list.error && found?.length === 0;
  const { start_date: _start, end_date: _end, ...others } = values;
  const narrowed = Object.values(others).some((value) => value !== "");
  return (
    <>
      <Toolbar label={t("days.label")}>
        <AuditDays key={cleared} days={days} onChange={(next) => set(keptDays(next))} />
      </Toolbar>
      <Toolbar label={t("logs.filters")}>
        <AuditLogFilters clinicId={clinic.id} query={query} rows={list.rows} onText={setTyped} />
      </Toolbar>
      {!wrongDays(days) && (
        <ListCard
          caption={t("logs.title")}
          list={{ ...list, rows: unknown ? undefined : found }}
          page={page}
          onPage={goTo}
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
  const moment = useMoment();
  return useMemo(() => {
    const types = {
      ...common("accountTypes", { returnObjects: true }),
      ...t("logs.userTypes", { returnObjects: true }),
    };
    const statuses = t("logs.statuses", { returnObjects: true });
    return [
      {
        key: "time",
        header: t("logs.columns.time"),
        width: 108,
        wrap: true,
        cell: ({ timestamp }) => <NumberText value={moment(timestamp)} />,
      },
      { key: "event", header: t("logs.columns.event"), width: 146, cell: ({ key }) => <Text value={key} /> },
      {
        key: "user",
        header: t("logs.columns.user"),
        width: 150,
        wrap: true,
        cell: ({ user }) => <Text value={user?.name} note={labelled(types, user?.type ?? null)} />,
      },
      {
        key: "patient",
        header: t("logs.columns.patient"),
        width: 108,
        wrap: true,
        cell: ({ patient }) => <Text value={patient?.name} />,
      },
      {
        key: "resource",
        header: t("logs.columns.resource"),
        width: 142,
        cell: ({ resource }) => <Text value={resource?.type} note={resource?.id?.toString()} />,
      },
      {
        key: "status",
        header: t("logs.columns.status"),
        width: 84,
        cell: ({ event_status: status }) => (
          <StatusTag
            text={labelled(statuses, status) ?? status}
            tone={status === "SUCCESS" ? "good" : status === "FAILED" ? "bad" : "neutral"}
          />
        ),
      },
      {
        key: "address",
        header: t("logs.columns.address"),
        width: 114,
        cell: ({ ip_address }) => <NumberText value={ip_address} />,
      },
      {
        key: "description",
        header: t("logs.columns.description"),
        width: 118,
        wrap: true,
        cell: ({ description }) => <Text value={description} soft />,
      },
    ];
  }, [t, common, moment]);
}

function useDetails(): RowDetails<AuditTrail> {
  const { t } = useTranslation("audit");
  const moment = useMoment();
  return useMemo(
    () => ({
      label: ({ key, timestamp }) => t("logs.detailsOf", { event: key, moment: moment(timestamp) }),
      content: (event) => <AuditEvent event={event} />,
    }),
    [t, moment],
  );
}
