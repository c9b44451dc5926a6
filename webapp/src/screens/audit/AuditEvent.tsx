import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { fieldChanges } from "@/lib/format/fieldChanges";
import { useFieldTexts } from "@/lib/format/useFieldTexts";
import { Detail } from "@/ui/cells/cells";
import { FieldDiff } from "@/ui/display/FieldDiff";
import css from "./AuditEvent.module.css";
import type { AuditTrail } from "./auditLogs";
import { eventSentence } from "./shared/eventText";
import { useEventWords } from "./shared/useEventWords";

/** Details of an event below its row. */
export function AuditEvent({ event }: { event: AuditTrail }) {
  const { t } = useTranslation("audit");
  return (
    <>
      <Suspense>
        <EventDescription event={event} />
      </Suspense>
      <details className={css.raw} open={!event.before && !event.after}>
        <summary>{t("story.raw")}</summary>
        <RawEvent event={event} />
      </details>
    </>
  );
}

/** Sentence about the event, and a table of the fields before and after. */
function EventDescription({ event }: { event: AuditTrail }) {
  const { t } = useTranslation("audit");
  const words = useEventWords();
  const changes = fieldChanges(event, useFieldTexts());
  return (
    <>
      <p className={css.sentence}>{eventSentence(event, words)}</p>
      {changes.length > 0 && (
        <section className={css.changes} aria-label={t("story.changes")}>
          <FieldDiff changes={changes} />
        </section>
      )}
    </>
  );
}

function RawEvent({ event }: { event: AuditTrail }) {
  const { t } = useTranslation("audit");
  return (
    <dl className={css.event}>
      {event.description && <Detail name={t("logs.description")}>{event.description}</Detail>}
      <Detail name={t("logs.userAgent")}>{event.user_agent}</Detail>
      <Detail name={t("logs.parameters")}>
        <Parameters value={event.parameters} />
      </Detail>
      <Detail name={t("logs.id")}>
        <span className="number">{event.id}</span>
      </Detail>
    </dl>
  );
}

/** One parameter per line; a value that is not a mapping is shown as sent. */
function Parameters({ value }: { value: unknown }) {
  if (value === null || value === undefined) return "-";
  if (typeof value !== "object" || Array.isArray(value)) return <code className={css.value}>{written(value)}</code>;
  const parameters = Object.entries(value);
  if (parameters.length === 0) return "-";
  return (
    <dl className={css.parameters}>
      {parameters.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={css.value}>{written(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

const written = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value, null, 2));
