import { useState } from "react";
import { useTranslation } from "react-i18next";
import { plural } from "@/lib/format/numbers";
import { formatMoment } from "@/lib/time/dates";
import type { RecordRef } from "@/screens/notes/shared/notes";
import { EntryText } from "./EntryText";
import css from "./Timeline.module.css";
import { type Entry, keyOf } from "./timeline";

/** Number of repeated changes below the newest one; opens their list. */
export function RepeatedChanges({ entries, record }: { entries: readonly Entry[]; record: RecordRef }) {
  const { t } = useTranslation("audit");
  const [isOpen, setOpen] = useState(false);
  if (entries.length === 0) return null;
  return (
    <>
      <button type="button" className={css.repeated} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t("story.repeated", plural(entries.length))}
      </button>
      {isOpen && (
        <ul className={css.changes}>
          {entries.map((entry) => (
            <li key={keyOf(entry)}>
              <EntryText entry={entry} record={record} />
              <time className="soft" dateTime={entry.at}>
                {formatMoment(entry.at)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
