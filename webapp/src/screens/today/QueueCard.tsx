import { type RefObject, useId, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { labelOf } from "@/lib/format/labels";
import { formatNumber, formatRupees, plural } from "@/lib/format/numbers";
import { formatDay } from "@/lib/time/dates";
import { useErrorToast } from "@/ui/feedback/useErrorToast";
import { IconButton } from "@/ui/icons/IconButton";
import { RowVerb } from "@/ui/input/RowVerb";
import { sumOf } from "./shared/dueCounts";
import { SnoozeMenu } from "./shared/SnoozeMenu";
import { type Item, isKnown, itemUrl, listUrl, type Queue, unsnooze } from "./shared/today";
import { useAge } from "./shared/useAge";
import { useItemDetail } from "./shared/useItemDetail";
import { useNextItem } from "./shared/useNextItem";
import { useVerb } from "./shared/useVerb";
import css from "./TodayScreen.module.css";

/** Items that a card shows before it is expanded. */
const shownItems = 3;

interface Props {
  title: string;
  /** One source, or those of the user's own items. */
  queues: readonly Queue[];
  /** The card of the user's own items. */
  own?: boolean;
  onChange: () => Promise<unknown>;
}

/** One card: its count, its most urgent items with their verb, and the snoozed ones. */
export function QueueCard({ title, queues, own = false, onChange }: Props) {
  const { t } = useTranslation("today");
  const heading = useId();
  const [isExpanded, setExpanded] = useState(false);
  const [showsSnoozed, setShowsSnoozed] = useState(false);
  const verb = useVerb(onChange);
  const { count, capped } = sumOf(queues);
  const snoozed = queues.reduce((sum, queue) => sum + queue.snoozed, 0);
  const isSnoozedList = showsSnoozed && snoozed > 0;
  const items = queues.flatMap((queue) => (isSnoozedList ? queue.snoozed_items : queue.items));
  // The list of the source has the older ones too.
  const list = !own && queues[0] ? listUrl(queues[0].source) : undefined;
  const older = queues.reduce((sum, queue) => sum + queue.older, 0);
  const isMore = capped || queues.some((queue) => queue.older_capped);
  const all = `${formatNumber(count + older)}${isMore ? "+" : ""}`;
  const shown = isExpanded ? items : items.slice(0, shownItems);
  const place = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-labelledby={heading} className={css.card} data-own={own || undefined}>
      <header className={css.head}>
        <span className={css.count}>
          {formatNumber(count)}
          {capped && "+"}
        </span>
        <h2 ref={place} id={heading} tabIndex={-1}>
          {title}
        </h2>
        {own ? <span className={`soft ${css.fact}`}>{t("ownFirst")}</span> : queues[0] && <Oldest queue={queues[0]} />}
        {snoozed > 0 && (
          <button type="button" aria-pressed={isSnoozedList} onClick={() => setShowsSnoozed(!isSnoozedList)}>
            {t("snoozed", plural(snoozed))}
          </button>
        )}
        {!own && queues[0] && <Next queue={queues[0]} />}
        {list ? (
          <Link to={list} aria-label={t("listOf", { source: title })}>
            {t("all", { formatted: all })}
          </Link>
        ) : (
          items.length > shownItems && (
            <button type="button" aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
              {isExpanded ? t("fewer") : t("expand", { formatted: formatNumber(items.length) })}
            </button>
          )
        )}
      </header>
      <ul>
        {shown.map((item) => (
          <Row
            key={`${item.source} ${item.record_id}`}
            item={item}
            heading={place}
            verb={verb.run}
            onChange={onChange}
          />
        ))}
        {count === 0 && !isSnoozedList && <li className={`soft ${css.item}`}>{t("nothingWaits")}</li>}
      </ul>
      {verb.dialog}
    </section>
  );
}

/** Focus the heading of the card when the row that has the focus disappears. */
function useFocusOnRemoval(heading: RefObject<HTMLElement | null>) {
  const place = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const row = place.current;
    return () => {
      if (row?.contains(document.activeElement)) heading.current?.focus();
    };
  }, [heading]);
  return place;
}

function Oldest({ queue }: { queue: Queue }) {
  const { t } = useTranslation("today");
  const ageOf = useAge();
  const { source, oldest_at, oldest_day } = queue;
  if (!oldest_at) return null;
  const age = ageOf({ source, at: oldest_at, day: oldest_day }).text;
  return <span className={`soft ${css.fact}`}>{t(source === "subscriptions" ? "ends" : "oldest", { age })}</span>;
}

/** Button that opens the next item of one card. */
function Next({ queue }: { queue: Queue }) {
  const { t } = useTranslation("today");
  const { busy, open } = useNextItem({ source: queue.source, queues: [queue] });
  const [first] = queue.items;
  if (!first || !itemUrl(first)) return null;
  const source = labelOf(t("sources", { returnObjects: true }), queue.source);
  return <IconButton icon="next" label={t("nextOf", { source })} onClick={() => !busy && void open()} />;
}

interface RowProps {
  item: Item;
  heading: RefObject<HTMLElement | null>;
  verb: (item: Item) => Promise<void>;
  onChange: () => Promise<unknown>;
}

function Row({ item, heading, verb, onChange }: RowProps) {
  const place = useFocusOnRemoval(heading);
  const { t } = useTranslation("today");
  const failed = useErrorToast();
  const age = useAge()(item);
  const detail = useItemDetail()(item);
  const verbText = labelOf(t("verbs", { returnObjects: true }), item.verb);
  const to = itemUrl(item);
  const { snoozed_until, claimed_by } = item;
  const claimed = claimed_by && (item.mine ? t("claimedByYou") : t("claimedBy", { name: claimed_by }));
  const asleep = snoozed_until && t("snoozedBy", { day: formatDay(snoozed_until), name: item.snoozed_by });
  const facts = [typeof item.amount === "number" && formatRupees(item.amount), asleep || claimed || detail].filter(
    Boolean,
  );

  async function show() {
    try {
      await unsnooze(item);
    } catch (error) {
      failed(error);
    }
    await onChange();
  }
  return (
    <li ref={place} className={css.item}>
      <span className={css.text}>
        {to ? <Link to={to}>{item.title}</Link> : item.title}
        {facts.map((fact) => (
          <span key={String(fact)} className="soft">{` · ${fact}`}</span>
        ))}
      </span>
      <span className={age.isLate ? "late" : "soft"}>{age.text}</span>
      {asleep ? (
        <IconButton icon="undo" label={t("unsnoozeItem", { title: item.title })} onClick={() => void show()} />
      ) : (
        <>
          {verbText && (
            <RowVerb
              icon={item.verb === "close" ? "chosen" : undefined}
              text={verbText}
              label={`${verbText}: ${item.title}`}
              onClick={() => void verb(item)}
            />
          )}
          <SnoozeMenu item={item} onSnoozed={onChange} />
        </>
      )}
    </li>
  );
}

/** True if a card of the source has something to show. */
export const hasItems = (queue: Queue) => isKnown(queue.source) && queue.count + queue.older + queue.snoozed > 0;
