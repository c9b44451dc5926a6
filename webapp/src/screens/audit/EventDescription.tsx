import { useTranslation } from "react-i18next";
import type { AuditTrail } from "./auditLogs";
import css from "./EventDescription.module.css";
import { eventSentence, fieldChanges } from "./eventText";

/** Sentence about the event, and a table of the fields before and after. */
export function EventDescription({ event }: { event: AuditTrail }) {
  const { t } = useTranslation("audit");
  const words = t("story", { returnObjects: true });
  const sentence = eventSentence(event, words);
  const changes = fieldChanges(event, words);
  return (
    <>
      {sentence && <p className={css.sentence}>{sentence}</p>}
      {changes.length > 0 && (
        <section className={css.changes} aria-label={t("story.changes")}>
          <div aria-hidden="true" className={css.heads}>
            <span>{t("story.field")}</span>
            <span>{t("story.before")}</span>
            <span>{t("story.after")}</span>
          </div>
          <dl>
            {changes.map(({ field, before, after }) => (
              <div key={field}>
                <dt>{field}</dt>
                <dd>
                  <span className="hidden">{`${t("story.before")}: `}</span>
                  {before}
                </dd>
                <dd>
                  <span className="hidden">{`${t("story.after")}: `}</span>
                  {after}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  );
}
