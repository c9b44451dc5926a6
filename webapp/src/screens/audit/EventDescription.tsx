import { useTranslation } from "react-i18next";
import { fieldChanges } from "@/lib/format/fieldChanges";
import { useFieldTexts } from "@/lib/format/useFieldTexts";
import { FieldDiff } from "@/ui/display/FieldDiff";
import type { AuditTrail } from "./auditLogs";
import css from "./EventDescription.module.css";
import { eventSentence } from "./shared/eventText";
import { useEventWords } from "./shared/useEventWords";

/** Sentence about the event, and a table of the fields before and after. */
export function EventDescription({ event }: { event: AuditTrail }) {
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
