import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useRecord, useRefresh } from "@/api/hooks";
import { useLiveRefresh } from "@/api/useLiveRefresh";
import { paths } from "@/app/paths";
import { formatDay, today } from "@/lib/dates";
import { formatNumber } from "@/lib/numbers";
import { useGenericError } from "@/lib/useGenericError";
import { Message } from "@/ui/Message";
import { Page } from "@/ui/Page";
import { PageSkeleton } from "@/ui/PageSkeleton";
import { Tool } from "@/ui/Toolbar";
import { QueueCard } from "./QueueCard";
import { NextButton } from "./shared/NextButton";
import { isKnown, todayPath } from "./shared/today";
import { useNextItem } from "./shared/useNextItem";
import css from "./TodayScreen.module.css";

/** The records that need attention now, by source. */
export function TodayScreen() {
  const { t } = useTranslation("today");
  const { t: common } = useTranslation();
  const generic = useGenericError();
  const { data, error, isValidating } = useRecord(todayPath, {}, (reply) => reply.data.sources);
  const refresh = useRefresh(todayPath);
  useLiveRefresh("today", refresh);
  useLiveRefresh("change_requests", refresh);
  const { busy, open } = useNextItem();
  if (!data && !error) return <PageSkeleton />;
  const queues = (data?.data.sources ?? []).filter(({ source }) => isKnown(source));
  const due = queues.filter(({ count, older, snoozed }) => count + older + snoozed > 0);
  const count = queues.reduce((sum, queue) => sum + queue.count, 0);
  const mine = queues.reduce((sum, queue) => sum + queue.mine, 0);
  const capped = queues.some((queue) => queue.count_capped);
  const formatted = `${formatNumber(count)}${capped ? "+" : ""}`;
  return (
    <Page
      title={t("title")}
      count={data && `${formatDay(today())} · ${t("due", { count, formatted, mine: formatNumber(mine) })}`}
      live
      actions={<NextButton busy={busy} onPress={() => void open()} />}
    >
      {!data && error && (
        <Message alert icon="warning" text={generic()} error={error}>
          <Tool text={common("retry")} disabled={isValidating} onClick={() => void refresh()} />
        </Message>
      )}
      {data && due.length === 0 && <Message icon="chosen" text={t("empty")} hint={t("emptyHint")} />}
      <p className={css.colleagues}>
        <Link to={paths.activity()}>{t("colleagues")}</Link>
      </p>
      <div className={css.cards}>
        {due.map((queue) => (
          <QueueCard key={queue.source} queue={queue} onChange={refresh} />
        ))}
      </div>
    </Page>
  );
}
