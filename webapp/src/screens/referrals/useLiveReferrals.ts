import { useEffect, useRef, useState } from "react";
import { liveMarkMs } from "@/api/gen/constants";
import { useLiveRefresh } from "@/api/useLiveRefresh";
import type { ListState } from "@/lib/list/listState";
import { changesBetween, type ListSnapshot } from "./listChanges";
import type { Referral, ReferralQuery } from "./referrals";

interface Live {
  /** Ids of rows that are new or have just changed. */
  marked: ReadonlySet<number>;
  /** Number of new rows while another page is on screen. */
  elsewhere: number;
  /** Number of new rows while the tab was hidden. */
  unseen: number;
  /** Number of rows in the latest announcement for screen readers. */
  announced: number;
}
const none: ReadonlySet<number> = new Set();

/**
 * Keep a page of referrals current: reload on events, mark changes for three seconds, and count new rows that are out
 * of sight.
 */
export function useLiveReferrals(list: ListState<Referral>, { page, perpage, values }: ReferralQuery): Live {
  const { rows, total, error, earlier, reload } = list;
  const first = page === 1;
  const place = JSON.stringify([page, perpage, values]);
  const filters = JSON.stringify(values);
  const seen = useRef<{ place: string } & ListSnapshot<Referral>>(undefined);
  const [marked, setMarked] = useState(none);
  const [counted, setCounted] = useState({ filters, elsewhere: 0 });
  const [unseen, setUnseen] = useState(0);
  const [announced, setAnnounced] = useState(0);

  useEffect(() => {
    // A failed answer has no rows; compare the next one with the last successful one.
    if (!rows || earlier || error) return;
    const [before, now] = [seen.current, { place, rows, total, first }];
    seen.current = now;
    if (before?.place !== place) return;
    const { fresh, came } = changesBetween(before, now);
    if (fresh.length > 0) setMarked(new Set(fresh));
    if (came === 0) return;
    setAnnounced(came);
    if (document.hidden) setUnseen((count) => count + came);
    if (!first) setCounted((old) => ({ filters, elsewhere: (old.filters === filters ? old.elsewhere : 0) + came }));
  }, [rows, total, error, earlier, place, filters, first]);

  useEffect(() => {
    if (first) setCounted({ filters, elsewhere: 0 });
  }, [first, filters]);
  useEffect(() => {
    if (marked.size === 0) return;
    const timer = setTimeout(() => setMarked(none), liveMarkMs);
    return () => clearTimeout(timer);
  }, [marked]);
  useEffect(() => {
    const look = () => document.hidden || setUnseen(0);
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  useLiveRefresh("referrals", reload, { inBackground: true });
  return { marked, elsewhere: !first && counted.filters === filters ? counted.elsewhere : 0, unseen, announced };
}
