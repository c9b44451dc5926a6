import { useEffect, useRef, useState } from "react";
import { liveMarkMs } from "@/api/gen/constants";
import { useAsking } from "@/api/useAsking";
import type { ListState } from "@/lib/listState";
import { changesBetween, type Seen } from "./changes";
import type { Referral, ReferralQuery } from "./referrals";

interface Live {
  /** Rows that came or changed a moment ago, by id. */
  marked: ReadonlySet<number>;
  /** How many came while another page is on screen. */
  elsewhere: number;
  /** How many came while nobody could see the tab. */
  unseen: number;
  /** How many came last, for those who do not see. */
  told: number;
}
const none: ReadonlySet<number> = new Set();

/**
 * Keeps a page of referrals as it is on the platform: asks again when the channel says that something happened, marks
 * what is new for three seconds, and counts what came where nobody looks.
 */
export function useLive(list: ListState<Referral>, { page, perpage, values }: ReferralQuery): Live {
  const { rows, total, error, earlier, reload } = list;
  const first = page === 1;
  const place = JSON.stringify([page, perpage, values]);
  const filters = JSON.stringify(values);
  const seen = useRef<{ place: string } & Seen<Referral>>(undefined);
  const [marked, setMarked] = useState(none);
  const [counted, setCounted] = useState({ filters, elsewhere: 0 });
  const [unseen, setUnseen] = useState(0);
  const [told, setTold] = useState(0);

  useEffect(() => {
    // A failed answer has no rows: what was seen before it is what the next one is compared with.
    if (!rows || earlier || error) return;
    const [before, now] = [seen.current, { place, rows, total, first }];
    seen.current = now;
    if (before?.place !== place) return;
    const { fresh, came } = changesBetween(before, now);
    if (fresh.length > 0) setMarked(new Set(fresh));
    if (came === 0) return;
    setTold(came);
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
  useAsking("referrals", reload);
  return { marked, elsewhere: !first && counted.filters === filters ? counted.elsewhere : 0, unseen, told };
}
