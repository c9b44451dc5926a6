import { useTranslation } from "react-i18next";
import { serverNow } from "@/api/token";
import { today, typedDay } from "@/lib/dates";
import { type Limits, wordDay } from "@/lib/dayWords";

/** Reads the day somebody typed: in figures, with the month's name, or "yesterday"; else says what is wrong with it. */
export function useReadDay(limits: Limits): (text: string) => { day: string } | { wrong: string } {
  const { t } = useTranslation();
  const months = t("months", { returnObjects: true }) as string[];
  return (text) => {
    const day = typedDay(text, months) ?? wordDay(text, today(serverNow()), limits);
    if (day === "either") return { wrong: t("day.either", { word: text.trim() }) };
    return day === null ? { wrong: t("wrongDate") } : { day };
  };
}
