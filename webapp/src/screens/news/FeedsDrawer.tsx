import { useTranslation } from "react-i18next";
import { isNotOffered } from "@/api/errors";
import { useTranslateServerMessage } from "@/lib/errors/useErrorText";
import { formatNumber } from "@/lib/format/numbers";
import { formatMoment } from "@/lib/time/dates";
import { InfoDrawer } from "@/ui/dialog/InfoDrawer";
import { Tool } from "@/ui/layout/Toolbar";
import css from "./FeedsDrawer.module.css";
import { type Feed, useFeeds } from "./feeds";

/** News feeds with the result of their last fetch. */
export function FeedsDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("news", { keyPrefix: "feeds" });
  const { t: common } = useTranslation();
  const { data, error, mutate } = useFeeds();
  const report = data?.data;
  return (
    <InfoDrawer title={t("title")} onClose={onClose}>
      <p className={`soft ${css.hint}`}>{t("hint")}</p>
      <p role="status" className={css.fetching}>
        {report?.fetching && t("fetching")}
      </p>
      {report?.feeds.map((feed) => (
        <FeedPart key={feed.name} feed={feed} />
      ))}
      {report?.feeds.length === 0 && <p>{t("none")}</p>}
      {isNotOffered(error) && <p>{common("notOffered")}</p>}
      {!report && error && !isNotOffered(error) && (
        <div role="alert">
          <p>{t("failed")}</p>
          <Tool text={common("retry")} onClick={() => void mutate()} />
        </div>
      )}
    </InfoDrawer>
  );
}

function FeedPart({ feed }: { feed: Feed }) {
  const { t } = useTranslation("news", { keyPrefix: "feeds" });
  const translate = useTranslateServerMessage();
  const counts = (["new", "changed", "unchanged", "refused"] as const).map((name) => [name, feed[name]] as const);
  return (
    <article className={css.feed}>
      <h3>{feed.name}</h3>
      <p className={`soft ${css.address}`}>{feed.address}</p>
      <p>{feed.fetched_at ? t("last", { at: formatMoment(feed.fetched_at) }) : t("never")}</p>
      {feed.problem && <p className={css.problem}>{translate(feed.problem)}</p>}
      {feed.fetched_at && !feed.problem && (
        <dl className={css.counts}>
          {counts.map(([name, count]) => (
            <div key={name}>
              <dt>{t(`counts.${name}`)}</dt>
              <dd>{formatNumber(count)}</dd>
            </div>
          ))}
        </dl>
      )}
      {feed.refusals.length > 0 && (
        <ul className={css.refusals}>
          {feed.refusals.map(({ title, reason, code, parameters }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items without a heading have no id, and their order never changes
            <li key={at}>
              {title && <strong>{title}</strong>}
              {translate({ title: reason, code, parameters })}
            </li>
          ))}
        </ul>
      )}
      <p className="soft">{feed.due_at ? t("due", { at: formatMoment(feed.due_at) }) : t("byHand")}</p>
    </article>
  );
}
