import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatMoment } from "@/lib/time/dates";
import type { RecordRef } from "@/screens/notes/shared/notes";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Panel } from "@/ui/layout/DetailScreen";
import { TabSkeleton } from "@/ui/lazy/PageSkeleton";
import { EntryText } from "./EntryText";
import { RepeatedChanges } from "./RepeatedChanges";
import css from "./Timeline.module.css";
import { keyOf, useNewest } from "./timeline";

/** Card with the newest changes of a record, and a link to all of them (`to`). */
export function NewestChanges({ record, to }: { record: RecordRef; to: string }) {
  const { t } = useTranslation("timeline");
  const { entries, error, isValidating, reload } = useNewest(record);
  return (
    <Panel title={t("newest")} action={<Link to={to}>{t("all")}</Link>}>
      {error && !entries ? (
        <ErrorState text={t("failed")} error={error} busy={isValidating} onRetry={() => void reload()} />
      ) : !entries ? (
        <TabSkeleton />
      ) : entries.length === 0 ? (
        <p className="soft">{t("empty")}</p>
      ) : (
        <ol className={css.newest}>
          {entries.map(([entry, ...repeated]) => (
            <li key={keyOf(repeated.at(-1) ?? entry)}>
              <div className={css.text}>
                <EntryText entry={entry} record={record} />
                <RepeatedChanges entries={repeated} record={record} />
              </div>
              <time className="soft" dateTime={entry.at}>
                {formatMoment(entry.at)}
              </time>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
