import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { components } from "@/api/gen/schema";
import { labelOf } from "@/lib/format/labels";
import { plural } from "@/lib/format/numbers";
import type { ListState } from "@/lib/list/listState";
import type { ListQuery } from "@/lib/list/useListQuery";
import { formatMoment } from "@/lib/time/dates";
import { useFormatMomentLong } from "@/lib/time/useFormatMomentLong";
import { ListCard } from "@/ui/list/ListCard";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import type { RowDetails } from "@/ui/table/DataTable";
import { AuditEvent } from "./AuditEvent";
import { type AuditTrail, mentions } from "./auditLogs";
import { EventSentence } from "./shared/EventSentence";
import { eventSentence } from "./shared/eventText";
import { groupRepeated } from "./shared/repeatedEvents";
import { useEventWords } from "./shared/useEventWords";

type FoundAuditTrail = components["schemas"]["FoundAuditTrail"];
/** Row of the list across clinics: the newest event, and earlier ones that it stands for. */
type ActivityRow = FoundAuditTrail & { repeated: AuditTrail[] };

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
  const details = useDetails(across);
  // Loaded rows are searched at once; when the server has answered the same text, its rows stay unfiltered.
  const ahead = list.earlier || typed.trim() !== query.values.search;
  const rows = useMemo(
    () => (ahead && typed.trim() ? list.rows?.filter((event) => mentions(event, typed)) : list.rows),
    [ahead, list.rows, typed],
  );
  const shown = useMemo(() => (across ? rows && activityRows(rows) : rows), [across, rows]);
  const unknown = ahead && !list.error && rows?.length === 0;
  return (
    <ListCard
      caption={caption}
      list={{ ...list, rows: unknown ? undefined : shown }}
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

const activityRows = (events: readonly AuditTrail[]): ActivityRow[] =>
  groupRepeated(events, (event) => event).map(([event, ...repeated]) => ({ ...(event as FoundAuditTrail), repeated }));

/** Columns of a clinic's events, or of those across clinics: a sentence with links. */
function useColumns(across: boolean): Column<AuditTrail>[] {
  const { t } = useTranslation("audit");
  const { t: common } = useTranslation();
  const words = useEventWords();
  return useMemo(() => {
    const types = {
      ...common("accountTypes", { returnObjects: true }),
      ...t("logs.userTypes", { returnObjects: true }),
    };
    const statuses = t("logs.statuses", { returnObjects: true });
    const momentColumn = across ? column.moment : column.longMoment;
    const time = momentColumn<AuditTrail>("timestamp", t("logs.columns.time"), 174, ({ timestamp }) => timestamp, {
      wrap: false,
    });
    const status = column.status<AuditTrail>(
      "event_status",
      t("logs.columns.status"),
      84,
      ({ event_status: status }) => ({
        text: labelOf(statuses, status) ?? status,
        tone: status === "SUCCESS" ? "good" : status === "FAILED" ? "bad" : "neutral",
      }),
    );
    if (across) {
      const sentence = column.custom<ActivityRow>(
        ["key", "user.name", "resource.type", "resource.id", "record_name", "clinic.name"],
        t("activity.change"),
        420,
        (event) => (
          <EventSentence event={event} names={event}>
            {event.repeated.length > 0 && t("story.repeated", plural(event.repeated.length))}
          </EventSentence>
        ),
        { grow: 6, wrap: true, bare: true, heading: true },
      );
      return [time, sentence as Column<AuditTrail>, status];
    }
    return [
      time,
      column.number("ip_address", t("logs.columns.address"), 114, ({ ip_address }) => ip_address, {
        below: t("logs.columns.time"),
      }),
      column.text("key", t("logs.columns.event"), 150, ({ key }) => key),
      column.text(["user.name", "user.type"], t("logs.columns.user"), 138, ({ user }) => user?.name, {
        note: ({ user }) => labelOf(types, user?.type ?? null),
      }),
      column.text("patient.name", t("logs.columns.patient"), 94, ({ patient }) => patient?.name),
      column.text(["resource.type", "resource.id"], t("logs.columns.resource"), 142, ({ resource }) => resource?.type, {
        note: ({ resource }) => resource?.id?.toString(),
      }),
      status,
      column.text(
        "description",
        t("logs.columns.description"),
        150,
        (event) => event.description ?? eventSentence(event, words),
        { soft: true },
      ),
    ];
  }, [t, common, words, across]);
}

const repeatedOf = (event: AuditTrail) => ("repeated" in event ? (event as ActivityRow).repeated : []);

function useDetails(across: boolean): RowDetails<AuditTrail> {
  const { t } = useTranslation("audit");
  const longMoment = useFormatMomentLong();
  const moment = across ? formatMoment : longMoment;
  return useMemo(
    () => ({
      label: ({ key, timestamp }) => t("logs.detailsOf", { event: key, moment: moment(timestamp) }),
      content: (event) =>
        [event, ...repeatedOf(event)].map((shownEvent) => <AuditEvent key={shownEvent.id} event={shownEvent} />),
    }),
    [t, moment],
  );
}
