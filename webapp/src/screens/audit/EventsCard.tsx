import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { components } from "@/api/gen/schema";
import { paths, recordPath } from "@/app/paths";
import { labelOf } from "@/lib/labels";
import type { ListState } from "@/lib/listState";
import { useFormatMomentLong } from "@/lib/useFormatMomentLong";
import type { ListQuery } from "@/lib/useListQuery";
import { column } from "@/ui/columns";
import type { Column, RowDetails } from "@/ui/DataTable";
import { ListCard } from "@/ui/ListCard";
import { AuditEvent } from "./AuditEvent";
import { type AuditTrail, mentions } from "./auditLogs";
import { eventSentence } from "./shared/eventText";

type FoundAuditTrail = components["schemas"]["FoundAuditTrail"];

interface Props {
  caption: string;
  query: ListQuery<"search">;
  list: ListState<AuditTrail>;
  /** Typed search text, which the list may not contain yet. */
  typed: string;
  /** True if a filter other than the days is on. */
  narrowed: boolean;
  /** The events are of all clinics. */
  across?: boolean;
}

/** Audit events with their details, newest first. */
export function EventsCard({ caption, query, list, typed, narrowed, across = false }: Props) {
  const { t } = useTranslation("audit");
  const columns = useColumns(across);
  const details = useDetails();
  // Loaded rows are searched at once; when the server has answered the same text, its rows stay unfiltered.
  const ahead = list.earlier || typed.trim() !== query.values.search;
  const rows = useMemo(
    () => (ahead && typed.trim() ? list.rows?.filter((event) => mentions(event, typed)) : list.rows),
    [ahead, list.rows, typed],
  );
  const unknown = ahead && !list.error && rows?.length === 0;
  return (
    <ListCard
      caption={caption}
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
  );
}

/** Address of the changed record; undefined for records without their own screen. */
function recordAddress({ resource }: FoundAuditTrail): string | undefined {
  const id = Number(resource?.id);
  if (!Number.isSafeInteger(id) || id < 1) return undefined;
  return recordPath(resource?.type, id);
}

/** Columns of a clinic's events, or of those across clinics, which show the clinic instead of patient and address. */
function useColumns(across: boolean): Column<AuditTrail>[] {
  const { t } = useTranslation("audit");
  const { t: common } = useTranslation();
  return useMemo(() => {
    const types = {
      ...common("accountTypes", { returnObjects: true }),
      ...t("logs.userTypes", { returnObjects: true }),
    };
    const statuses = t("logs.statuses", { returnObjects: true });
    const words = t("story", { returnObjects: true });
    const patient = column.text(
      "patient.name",
      t("logs.columns.patient"),
      94,
      ({ patient }: AuditTrail) => patient?.name,
      {
        wrap: true,
      },
    );
    const clinic = column.link(
      ["clinic.name", "clinic.id"],
      t("logs.columns.clinic"),
      130,
      ({ clinic }: FoundAuditTrail) => clinic && (clinic.name || `#${clinic.id}`),
      ({ clinic }: FoundAuditTrail) => (clinic?.name ? paths.clinic({ clinicId: clinic.id }) : undefined),
    );
    const record = column.link(
      ["resource.type", "resource.id"],
      t("logs.columns.resource"),
      132,
      ({ resource }: FoundAuditTrail) => resource && [resource.type, resource.id].filter(Boolean).join(" "),
      recordAddress,
    );
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
      across ? (clinic as Column<AuditTrail>) : patient,
      across
        ? (record as Column<AuditTrail>)
        : column.text(
            ["resource.type", "resource.id"],
            t("logs.columns.resource"),
            142,
            ({ resource }) => resource?.type,
            { note: ({ resource }) => resource?.id?.toString() },
          ),
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
  }, [t, common, across]);
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
