import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { addDays, formatDay, formatMoment, today } from "@/lib/dates";
import { formatNumber, formatRupees, plural } from "@/lib/numbers";
import { ActionMenu } from "@/ui/ActionMenu";
import { IconButton } from "@/ui/IconButton";
import { useErrorToast } from "@/ui/useErrorToast";
import { SnoozeDialog } from "./SnoozeDialog";
import { type Item, isKnown, itemUrl, listUrl, markMentionsRead, type Queue, snooze, unsnooze } from "./shared/today";
import { useItemDetail } from "./shared/useItemDetail";
import css from "./TodayScreen.module.css";

interface Props {
  queue: Queue;
  onChange: () => unknown;
}

/** One source: its count, its most urgent items and the snoozed ones. */
export function QueueCard({ queue, onChange }: Props) {
  const { t } = useTranslation("today");
  const reportError = useErrorToast();
  const heading = useId();
  const [snoozing, setSnoozing] = useState<Item | null>(null);
  if (!isKnown(queue.source)) return null;
  const list = listUrl(queue.source);
  const oldest = queue.oldest_day ? formatDay(queue.oldest_day) : queue.oldest_at && formatMoment(queue.oldest_at);

  async function act(change: Promise<unknown>) {
    try {
      await change;
    } catch (error) {
      reportError(error);
    }
    void onChange();
  }
  return (
    <section aria-labelledby={heading} className={css.card}>
      <header className={css.head}>
        <span className={css.count}>
          {formatNumber(queue.count)}
          {queue.count_capped && "+"}
        </span>
        <h2 id={heading}>{t(`sources.${queue.source}`)}</h2>
        {oldest && <span className="soft">{t(isEnding(queue) ? "ends" : "oldest", { moment: oldest })}</span>}
      </header>
      <ul>
        {queue.items.map((item) => (
          <li key={item.record_id} className={css.item}>
            <ItemText
              item={item}
              note={item.claimed_by && (item.mine ? t("claimedByYou") : t("claimedBy", { name: item.claimed_by }))}
            />
            {typeof item.note_id === "number" && (
              <IconButton
                icon="chosen"
                label={t("personal.markRead", { title: item.title })}
                onClick={() => void act(markMentionsRead([item.note_id as number]))}
              />
            )}
            <ActionMenu
              label={t("snoozeItem", { title: item.title })}
              icon="snooze"
              iconOnly
              items={[
                ...snoozeDays().map(({ key, day }) => ({
                  key,
                  text: t(`snooze.${key}`, { day: formatDay(day) }),
                  onSelect: () => void act(snooze(item, day)),
                })),
                { key: "other", text: t("snooze.other"), onSelect: () => setSnoozing(item) },
              ]}
            />
          </li>
        ))}
      </ul>
      {queue.snoozed > 0 && (
        <details className={css.fold}>
          <summary>{t("snoozed", plural(queue.snoozed))}</summary>
          <ul>
            {queue.snoozed_items.map((item) => (
              <li key={item.record_id} className={css.item}>
                <ItemText
                  item={item}
                  note={t("snoozedBy", { day: formatDay(item.snoozed_until ?? ""), name: item.snoozed_by })}
                />
                <IconButton
                  icon="undo"
                  label={t("unsnoozeItem", { title: item.title })}
                  onClick={() => void act(unsnooze(item))}
                />
              </li>
            ))}
          </ul>
        </details>
      )}
      <footer className={css.foot}>
        {list && <Link to={list}>{t("list")}</Link>}
        {queue.older > 0 && (
          <span className="soft">
            {t("older", {
              count: queue.older,
              formatted: `${formatNumber(queue.older)}${queue.older_capped ? "+" : ""}`,
            })}
          </span>
        )}
      </footer>
      {snoozing && <SnoozeDialog item={snoozing} onSnoozed={onChange} onClose={() => setSnoozing(null)} />}
    </section>
  );
}

/** Name and details of an item, linked to its screen, with its claim or snooze below. */
function ItemText({ item, note }: { item: Item; note?: string | null | undefined }) {
  const to = itemUrl(item);
  const detail = useItemDetail()(item);
  const facts = [detail, typeof item.amount === "number" ? formatRupees(item.amount) : null].filter(Boolean);
  return (
    <span className={css.text}>
      {to ? <Link to={to}>{item.title}</Link> : item.title}
      {facts.length > 0 && <span className="soft">{facts.map((fact) => ` · ${fact}`).join("")}</span>}
      {note && <span className={`soft ${css.note}`}>{note}</span>}
    </span>
  );
}

/** Items of a subscription are about its end, which is in the future. */
const isEnding = ({ source }: Queue) => source === "subscriptions";

function snoozeDays() {
  const now = today();
  const weekday = new Date(`${now}T00:00:00Z`).getUTCDay();
  return [
    { key: "tomorrow", day: addDays(now, 1) },
    { key: "threeDays", day: addDays(now, 3) },
    { key: "monday", day: addDays(now, (8 - weekday) % 7 || 7) },
    { key: "twoWeeks", day: addDays(now, 14) },
  ] as const;
}
