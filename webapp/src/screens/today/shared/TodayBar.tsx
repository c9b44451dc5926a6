import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { hasStatus } from "@/api/errors";
import { useLiveRefresh } from "@/api/useLiveRefresh";
import { paths } from "@/app/paths";
import { useGuardedNavigate } from "@/lib/useLinkGuard";
import { Tool } from "@/ui/Toolbar";
import { type HeldItem, heldItem, isSameRecord } from "./heldItem";
import { NextButton } from "./NextButton";
import css from "./TodayBar.module.css";
import { claim, release } from "./today";
import { useNextItem } from "./useNextItem";

/**
 * Bar above the record that Next opened. It renews the claim while the record is open, and releases it on leaving.
 */
export function TodayBar({ held }: { held: HeldItem }) {
  const { t } = useTranslation("today");
  const { pathname } = useLocation();
  const navigate = useGuardedNavigate();
  const [isDone, setDone] = useState(false);
  const { busy, open } = useNextItem(() => leave());
  const isHere = isSameRecord(held.at, pathname);

  async function renew() {
    try {
      await claim(held.item);
      setDone(false);
    } catch (error) {
      // The item has disappeared, or its claim belongs to someone else now.
      if (hasStatus(error, 404)) setDone(true);
      else if (hasStatus(error, 409)) heldItem.set(null);
    }
  }
  useLiveRefresh("today", renew);
  useEffect(() => {
    setDone(false);
    // An item that Next replaces is released when its bar unmounts.
    return () => void release(held.item).catch(() => undefined);
  }, [held]);
  useEffect(() => {
    if (!isHere) heldItem.set(null);
  }, [isHere]);

  function leave() {
    heldItem.set(null);
    navigate(paths.today());
  }
  if (!isHere) return null;
  return (
    <section aria-label={t("bar.label")} className={css.bar}>
      <p role="status">{t(isDone ? "bar.done" : "bar.from", { title: held.item.title })}</p>
      <NextButton busy={busy} onPress={() => void open()} />
      <Tool text={t(isDone ? "bar.back" : "bar.release")} onClick={leave} />
    </section>
  );
}
