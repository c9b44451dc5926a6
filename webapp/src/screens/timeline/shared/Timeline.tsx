import { useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { type EntryGroup, entryGroup } from "@/api/gen/choices";
import { choiceFilter, useListQuery } from "@/lib/list/useListQuery";
import { addDays, formatDay, formatMoment, today } from "@/lib/time/dates";
import { NoteComposer } from "@/screens/notes/shared/NoteComposer";
import { NoteEntry } from "@/screens/notes/shared/NoteEntry";
import { type RecordRef, refOf } from "@/screens/notes/shared/notes";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Message } from "@/ui/feedback/Message";
import { CheckFilter } from "@/ui/filters/CheckFilter";
import { TabSkeleton } from "@/ui/lazy/PageSkeleton";
import { EntryText } from "./EntryText";
import { RepeatedChanges } from "./RepeatedChanges";
import css from "./Timeline.module.css";
import { type Entry, groupByDay, groupChanges, keyOf, type Shown, usePinnedNotes, useTimeline } from "./timeline";

const filters = { groups: choiceFilter(...entryGroup), openings: choiceFilter("yes") };

/** What happened with a record, newest first, with a form for notes. The address contains the chosen group. */
export function Timeline({ record }: { record: RecordRef }) {
  const { values, set } = useListQuery(filters);
  const shown = { group: (values.groups || null) as EntryGroup | null, isComplete: values.openings === "yes" };
  return (
    <ShownTimeline
      record={record}
      shown={shown}
      onShow={({ group, isComplete }) => set({ groups: group ?? "", openings: isComplete ? "yes" : "" })}
    />
  );
}

interface Props {
  record: RecordRef;
  shown: Shown;
  onShow: (shown: Shown) => void;
}

/** Timeline whose entries are chosen outside. */
export function ShownTimeline({ record, shown, onShow }: Props) {
  const { t } = useTranslation("timeline");
  const { group, isComplete } = shown;
  return (
    <div className={css.timeline}>
      <NoteComposer record={record} />
      <div className={css.filters}>
        <Groups chosen={group} onChoose={(next) => onShow({ group: next, isComplete })} />
        <CheckFilter
          label={t("bookkeeping")}
          checked={isComplete}
          onChange={(checked) => onShow({ group, isComplete: checked })}
        />
      </div>
      <Entries key={`${refOf(record)} ${group} ${isComplete}`} record={record} shown={shown} />
    </div>
  );
}

function Groups({ chosen, onChoose }: { chosen: EntryGroup | null; onChoose: (group: EntryGroup | null) => void }) {
  const { t } = useTranslation("timeline");
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form
    <div role="group" aria-label={t("filters")} className={css.groups}>
      {[null, ...entryGroup].map((group) => (
        <button
          key={group ?? "all"}
          type="button"
          className={css.group}
          aria-pressed={group === chosen}
          onClick={() => onChoose(group)}
        >
          {t(`groups.${group ?? "all"}`)}
        </button>
      ))}
    </div>
  );
}

function Entries({ record, shown }: { record: RecordRef; shown: Shown }) {
  const { t } = useTranslation("timeline");
  const list = useTimeline(record, shown);
  const { group } = shown;
  const pinned = usePinnedNotes(record, group === null || group === "notes");
  const { entries, next, error, isValidating, earlierError, isLoadingEarlier, loadEarlier, reload } = list;
  const dayText = useDayText();
  if (error && !entries)
    return <ErrorState text={t("failed")} error={error} busy={isValidating} onRetry={() => void reload()} />;
  if (!entries) return <TabSkeleton />;
  const onChanged = () => Promise.all([reload(), pinned.reload()]);
  return (
    <>
      {pinned.rows && pinned.rows.length > 0 && (
        <section className={css.day} aria-label={t("pinned")}>
          <h2>{t("pinned")}</h2>
          {pinned.rows.map((note) => (
            <NoteEntry key={note.id} note={note} onChanged={onChanged} />
          ))}
        </section>
      )}
      {entries.length === 0 && (
        <Message icon="history" text={t(group ? "noMatch" : "empty")} hint={t(group ? "noMatchHint" : "emptyHint")} />
      )}
      {groupByDay(entries).map(({ day, entries }) => (
        <section key={day} className={css.day} aria-label={dayText(day)}>
          <h2>{dayText(day)}</h2>
          <ol>
            {groupChanges(entries).map(([entry, ...repeated]) => (
              <li key={keyOf(repeated.at(-1) ?? entry)}>
                <EntryRow entry={entry} repeated={repeated} record={record} onChanged={onChanged} />
              </li>
            ))}
          </ol>
        </section>
      ))}
      {earlierError ? (
        <ErrorState text={t("earlierFailed")} error={earlierError} busy={isLoadingEarlier} onRetry={loadEarlier} />
      ) : (
        next !== null && <LoadEarlier key={next} isBusy={isLoadingEarlier} onLoad={loadEarlier} />
      )}
    </>
  );
}

interface RowProps {
  entry: Entry;
  /** Earlier changes that the entry stands for. */
  repeated: readonly Entry[];
  record: RecordRef;
  onChanged: () => unknown;
}

function EntryRow({ entry, repeated, record, onChanged }: RowProps) {
  const { t } = useTranslation("timeline");
  if (entry.note) return <NoteEntry note={entry.note} onChanged={onChanged} />;
  const group = entryGroup.find((value) => value === entry.group) ?? "other";
  return (
    <div className={css.entry}>
      <div className={css.text}>
        <EntryText entry={entry} record={record} />
        <RepeatedChanges entries={repeated} record={record} />
      </div>
      <span className={css.chip}>{t(`groups.${group}`)}</span>
      <time className="soft" dateTime={entry.at}>
        {formatMoment(entry.at)}
      </time>
    </div>
  );
}

/** Button that is also pressed when it comes into view. */
function LoadEarlier({ isBusy, onLoad }: { isBusy: boolean; onLoad: () => void }) {
  const { t } = useTranslation("timeline");
  const place = useRef<HTMLDivElement>(null);
  const onSeen = useEffectEvent(onLoad);
  useEffect(() => {
    if (!place.current || typeof IntersectionObserver === "undefined") return;
    const observer = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) onSeen();
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} className={css.more}>
      <button type="button" className={css.group} aria-busy={isBusy} onClick={onLoad}>
        {t("earlier")}
      </button>
    </div>
  );
}

function useDayText() {
  const { t } = useTranslation("timeline");
  const now = today();
  return (day: string) => {
    if (day === now) return t("today");
    if (day === addDays(now, -1)) return t("yesterday");
    return formatDay(day);
  };
}
