import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { usePolledRecord, useRefresh } from "@/api/hooks";
import { paths } from "@/app/paths";
import { useGenericError } from "@/lib/errors/useGenericError";
import { formatNumber } from "@/lib/format/numbers";
import { formatDay, formatMoment } from "@/lib/time/dates";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { useErrorToast } from "@/ui/feedback/useErrorToast";
import { IconButton } from "@/ui/icons/IconButton";
import { Tool } from "@/ui/layout/Toolbar";
import { PopoverPanel } from "@/ui/menu/Popover";
import css from "./PersonalItems.module.css";
import { type Item, isKnown, itemUrl, markMentionsRead, type Queue, todayPath } from "./today";
import { useItemDetail } from "./useItemDetail";

/** Popup with the mentions of the user, newest first, and the due follow-ups, oldest first. */
export function PersonalItems({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("today");
  const generic = useGenericError();
  const reportError = useErrorToast();
  const refresh = useRefresh(todayPath, "/careops/mentions");
  const { data, failure } = usePolledRecord(todayPath, {}, (reply) => reply.data.sources);
  const queues = (data?.data.sources ?? []).filter(({ personal, count }) => personal && count > 0);

  async function markRead(noteIds: number[]) {
    try {
      await markMentionsRead(noteIds);
    } catch (failure) {
      reportError(failure);
    }
    void refresh();
  }
  return (
    <PopoverPanel label={t("personal.open")} className={css.panel} onLeave={onClose}>
      {!data && failure && <ErrorState text={generic()} {...failure} />}
      {data && queues.length === 0 && <p role="status">{t("personal.empty")}</p>}
      {queues.map((queue) => (
        <Items
          key={queue.source}
          queue={queue}
          onClose={onClose}
          {...(queue.source === "mentions" && { onRead: markRead })}
        />
      ))}
      <p>
        <Link className="standalone" to={paths.today()} onClick={onClose}>
          {t("personal.today")}
        </Link>
      </p>
    </PopoverPanel>
  );
}

interface Props {
  queue: Queue;
  /** Marks mentions as read by the ids of their notes. */
  onRead?: (noteIds: number[]) => Promise<void>;
  onClose: () => void;
}

function Items({ queue, onRead, onClose }: Props) {
  const { t } = useTranslation("today");
  const heading = useId();
  const items = onRead ? queue.items.toReversed() : queue.items;
  const unlistedCount = queue.count - items.length;
  const noteIds = items.flatMap(({ note_id }) => note_id ?? []);
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>{isKnown(queue.source) && t(`sources.${queue.source}`)}</h2>
      <ul className={css.items}>
        {items.map((item) => (
          <li key={item.record_id}>
            <span className={css.text}>
              <Link to={itemUrl(item) ?? paths.today()} onClick={onClose}>
                {item.title}
              </Link>
              <span className="soft">{` · ${item.day ? formatDay(item.day) : formatMoment(item.at)}`}</span>
              <Detail item={item} className={`soft ${css.detail}`} />
            </span>
            {onRead && typeof item.note_id === "number" && (
              <IconButton
                icon="chosen"
                label={t("personal.markRead", { title: item.title })}
                onClick={() => {
                  focusNext();
                  void onRead([item.note_id as number]);
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {unlistedCount > 0 && (
        <p className="soft">
          {t("personal.more", {
            count: unlistedCount,
            formatted: `${formatNumber(unlistedCount)}${queue.count_capped ? "+" : ""}`,
          })}
        </p>
      )}
      {onRead && noteIds.length > 1 && (
        <Tool
          text={t("personal.markAllRead")}
          onClick={() => {
            focusNext();
            void onRead(noteIds);
          }}
        />
      )}
    </section>
  );
}

function Detail({ item, className }: { item: Item; className: string }) {
  const text = useItemDetail()(item);
  return text ? <span className={className}>{text}</span> : null;
}

/** Move the focus from a control that disappears to the next one of the popup. */
function focusNext() {
  const stops = [...(document.activeElement?.closest("fieldset")?.querySelectorAll<HTMLElement>("a, button") ?? [])];
  stops[stops.indexOf(document.activeElement as HTMLElement) + 1]?.focus();
}
