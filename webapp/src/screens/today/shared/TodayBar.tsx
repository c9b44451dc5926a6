import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { hasStatus } from "@/api/errors";
import { useLiveRefresh } from "@/api/useLiveRefresh";
import { paths } from "@/app/paths";
import { labelOf } from "@/lib/format/labels";
import { formatNumber, formatRupees } from "@/lib/format/numbers";
import { useGuardedNavigate } from "@/lib/hooks/useLinkGuard";
import { formatDay } from "@/lib/time/dates";
import { Tool } from "@/ui/layout/Toolbar";
import { type HeldItem, heldItem, isSameRecord } from "./heldItem";
import { NextButton } from "./NextButton";
import { SnoozeMenu } from "./SnoozeMenu";
import css from "./TodayBar.module.css";
import { claim, type Item, release } from "./today";
import { useAge } from "./useAge";
import { useItemDetail } from "./useItemDetail";
import { useNextItem } from "./useNextItem";
import { useVerb } from "./useVerb";

/**
 * Bar above the record that Next opened: why the item is due, and its verb. It renews the claim while the record is
 * open, and releases it on leaving.
 */
export function TodayBar({ held }: { held: HeldItem }) {
  const { t } = useTranslation("today");
  const { pathname } = useLocation();
  const navigate = useGuardedNavigate();
  const [isDone, setDone] = useState(false);
  const { busy, open } = useNextItem({ whenNone: leave });
  const { item, round } = held;
  const verb = useVerb(renew);
  const verbText = labelOf(t("verbs", { returnObjects: true }), item.verb);
  const isHere = isSameRecord(held.at, pathname);

  // The bar can be rendered before the navigation to the record.
  const hasArrived = useRef(false);

  async function renew() {
    if (!hasArrived.current) return;
    try {
      const { data } = await claim(item);
      setDone(data.snoozed_until !== null);
    } catch (error) {
      // The item has disappeared, or its claim belongs to someone else now.
      if (hasStatus(error, 404)) setDone(true);
      else if (hasStatus(error, 409)) heldItem.set(null);
    }
  }
  useLiveRefresh("today", renew, { inBackground: true });
  useEffect(() => {
    setDone(false);
    // An item that Next replaces is released when its bar unmounts.
    return () => void release(held.item).catch(() => undefined);
  }, [held]);
  useEffect(() => {
    if (isHere) hasArrived.current = true;
    else if (hasArrived.current) heldItem.set(null);
  }, [isHere]);

  function leave() {
    heldItem.set(null);
    navigate(paths.today());
  }
  if (!isHere) return null;
  return (
    <section aria-label={t("bar.label")} className={css.bar}>
      <div className={css.text} role="status">
        <strong>{isDone ? t("bar.done", { title: item.title }) : item.title}</strong>
        {!isDone && <Why item={item} />}
      </div>
      <Tool text={t(isDone ? "bar.back" : "bar.putBack")} onClick={leave} />
      {!isDone && (
        <>
          <SnoozeMenu item={item} onSnoozed={renew} />
          {verbText && <Tool main text={verbText} onClick={() => void verb.run(item, round)} />}
        </>
      )}
      {round && (
        <span className="soft">
          {t("bar.position", {
            position: formatNumber(round.position),
            total: `${formatNumber(Math.max(round.total.count, round.position))}${round.total.capped ? "+" : ""}`,
          })}
        </span>
      )}
      <NextButton busy={busy} main={isDone} onPress={() => void open()} />
      {verb.dialog}
    </section>
  );
}

/** Why an item is due: its source, since when, and its facts. */
function Why({ item }: { item: Item }) {
  const { t } = useTranslation("today");
  const age = useAge()(item);
  const facts = [
    item.day && t("bar.due", { day: formatDay(item.day) }),
    useItemDetail()(item),
    typeof item.amount === "number" && formatRupees(item.amount),
  ];
  return (
    <span className={`soft ${css.why}`}>
      {labelOf(t("sources", { returnObjects: true }), item.source)}
      {" · "}
      <span className={age.isLate ? "late" : undefined}>{age.text}</span>
      {facts.filter(Boolean).map((fact) => ` · ${fact}`)}
    </span>
  );
}
