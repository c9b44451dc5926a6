import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useRecord, useRefresh } from "@/api/hooks";
import { useLiveRefresh } from "@/api/useLiveRefresh";
import { paths } from "@/app/paths";
import { useGenericError } from "@/lib/errors/useGenericError";
import { labelOf } from "@/lib/format/labels";
import { formatNumber } from "@/lib/format/numbers";
import { formatDay, today } from "@/lib/time/dates";
import { Message } from "@/ui/feedback/Message";
import { Page } from "@/ui/layout/Page";
import { Tool } from "@/ui/layout/Toolbar";
import { PageSkeleton } from "@/ui/lazy/PageSkeleton";
import { hasItems, QueueCard } from "./QueueCard";
import { sumOf } from "./shared/dueCounts";
import { NextButton } from "./shared/NextButton";
import { TodayTabs } from "./shared/TodayTabs";
import { isKnown, todayPath } from "./shared/today";
import { useNextItem } from "./shared/useNextItem";
import css from "./TodayScreen.module.css";

/** The records that need attention now: the user's own, then by source. */
export function TodayScreen() {
  const { t } = useTranslation("today");
  const { t: common } = useTranslation();
  const generic = useGenericError();
  const { data, error, isValidating } = useRecord(todayPath, {}, (reply) => reply.data.sources);
  const refresh = useRefresh(todayPath);
  useLiveRefresh("today", refresh);
  useLiveRefresh("change_requests", refresh);
  const queues = (data?.data.sources ?? []).filter(({ source }) => isKnown(source));
  const { busy, open } = useNextItem({ queues });
  if (!data && !error) return <PageSkeleton />;
  const due = queues.filter(hasItems);
  const own = due.filter(({ personal }) => personal);
  const { count, capped } = sumOf(queues);
  const formatted = `${formatNumber(count)}${capped ? "+" : ""}`;
  const forYou = formatNumber(sumOf(own).count);
  return (
    <Page
      title={t("title")}
      count={
        data && `${formatDay(today())} · ${t("due", { count, formatted })} · ${t("forYou", { formatted: forYou })}`
      }
      live
      actions={
        <>
          <Link to={paths.activity()} className={css.colleagues}>
            {t("colleagues")}
          </Link>
          <NextButton busy={busy} onPress={() => void open()} />
        </>
      }
    >
      <TodayTabs open="today" />
      {!data && error && (
        <Message alert icon="warning" text={generic()} error={error}>
          <Tool text={common("retry")} disabled={isValidating} onClick={() => void refresh()} />
        </Message>
      )}
      {data && due.length === 0 && <Message icon="chosen" text={t("empty")} hint={t("emptyHint")} />}
      <div className={css.cards}>
        {own.length > 0 && <QueueCard title={t("own")} queues={own} own onChange={refresh} />}
        {due
          .filter(({ personal }) => !personal)
          .map((queue) => (
            <QueueCard
              key={queue.source}
              title={labelOf(t("sources", { returnObjects: true }), queue.source) ?? queue.source}
              queues={[queue]}
              onChange={refresh}
            />
          ))}
      </div>
    </Page>
  );
}
