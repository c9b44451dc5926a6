import { useTranslation } from "react-i18next";
import { serverNow } from "@/api/token";
import { parseDay, today } from "@/lib/time/dates";
import { type Limits, parseNaturalDate } from "@/lib/time/naturalDates";

/** Parse a typed day: digits, a month name, no year, or a word such as "yesterday"; otherwise return the error message. */
export function useParseDate(limits: Limits): (text: string) => { day: string } | { wrong: string } {
  const { t } = useTranslation();
  const months = t("months", { returnObjects: true }) as string[];
  return (text) => {
    const day = parseDay(text, months) ?? parseNaturalDate(text, today(serverNow()), limits, months);
    if (day === "either") return { wrong: t("day.either", { word: text.trim() }) };
    return day === null ? { wrong: t("wrongDate") } : { day };
  };
}
