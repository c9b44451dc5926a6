import { useTranslation } from "react-i18next";
import { serverNow } from "@/api/token";
import { plural } from "@/lib/format/numbers";
import { dayOf, daysSince, today } from "@/lib/time/dates";
import type { Item } from "./today";

type Dated = Pick<Item, "source" | "at" | "day">;

/** Return a function for the age of an item in days: "30 days", "3 days late" or "in 2 days". */
export function useAge() {
  const { t } = useTranslation("today", { keyPrefix: "age" });
  return ({ source, at, day }: Dated) => {
    const days = daysSince(day ?? dayOf(at), today(serverNow()));
    const isLate = day !== null && days > 0;
    if (days === 0) return { text: t(source === "subscriptions" ? "endsToday" : "today"), isLate };
    return { text: t(days < 0 ? "ahead" : isLate ? "late" : "days", plural(Math.abs(days))), isLate };
  };
}
