import { useEffect, useMemo, useRef, useState } from "react";
import { DayPicker, type DropdownProps, type Matcher } from "react-day-picker";
import { useTranslation } from "react-i18next";
import { serverNow } from "@/api/token";
import { addDays, today, utcDay, utcMidnight } from "@/lib/time/dates";
import type { Limits } from "@/lib/time/naturalDates";
import { Icon } from "../icons/Icon";
import css from "./Calendar.module.css";
import type { CalendarSelection } from "./calendarSelection";

interface Props extends Limits {
  picking: CalendarSelection;
  /** Day whose month is shown first; "" for today's. */
  near: string;
}

/** First day for a field without a minimum, and number of years after this one. */
const firstDay = "1900-01-01";
const yearsAhead = 10;

/**
 * Calendar for a day or a range of days, by pointer or keyboard; days outside the limits are disabled. The month gets
 * the initial focus.
 */
export function Calendar({ picking, near, min = firstDay, max }: Props) {
  const now = today(serverNow());
  const last = max ?? `${Number(now.slice(0, 4)) + yearsAhead}-12-31`;
  const place = useRef<HTMLDivElement>(null);
  useEffect(
    () => place.current?.querySelector<HTMLElement>("td button[tabindex='0']")?.focus({ preventScroll: true }),
    [],
  );
  const shared = {
    ...useWords(),
    components,
    timeZone: "UTC",
    weekStartsOn: 0,
    captionLayout: "dropdown",
    today: utcMidnight(now),
    startMonth: utcMidnight(min),
    endMonth: utcMidnight(last),
    defaultMonth: utcMidnight(near || now),
  } as const;
  const outside: Matcher[] = [{ before: utcMidnight(min) }, { after: utcMidnight(last) }];
  return (
    <div ref={place} className={css.calendar}>
      {picking.kind === "day" ? (
        <DayPicker
          {...shared}
          mode="single"
          required
          disabled={outside}
          selected={picking.day ? utcMidnight(picking.day) : undefined}
          onSelect={(date) => picking.onPick(utcDay(date))}
        />
      ) : (
        <Range {...shared} outside={outside} picking={picking} />
      )}
    </div>
  );
}

type Shared = Omit<Parameters<typeof DayPicker>[0], "mode" | "required" | "selected" | "onSelect">;
interface RangeProps extends Shared {
  outside: Matcher[];
  picking: CalendarSelection & { kind: "range" };
}
/** Two days in any order; the second is at most the maximum length away. */
function Range({ outside, picking, ...shared }: RangeProps) {
  const { t } = useTranslation("calendar");
  const { start, end, most, onPick } = picking;
  const [first, setFirst] = useState<string | null>(null);
  const days = first ? [first] : [start, end].filter(Boolean);
  const tooFar: Matcher[] =
    first && most
      ? [{ before: utcMidnight(addDays(first, 1 - most)) }, { after: utcMidnight(addDays(first, most - 1)) }]
      : [];
  function pick(day: string) {
    if (first === null) setFirst(day);
    else if (first < day) onPick(first, day);
    else onPick(day, first);
  }
  return (
    <DayPicker
      {...shared}
      mode="range"
      disabled={[...outside, ...tooFar]}
      selected={{ from: days[0] ? utcMidnight(days[0]) : undefined, to: days[1] ? utcMidnight(days[1]) : undefined }}
      onSelect={(_, date) => pick(utcDay(date))}
      footer={first === null ? t("first") : most ? t("lastOf", { days: most }) : t("last")}
    />
  );
}

/** Texts of the calendar from our translations, because the library's cover other languages and formats. */
function useWords() {
  const { t } = useTranslation("calendar");
  return useMemo(() => {
    const months = t("months", { returnObjects: true }) as string[];
    const days = t("days", { returnObjects: true }) as string[];
    const shortDays = t("shortDays", { returnObjects: true }) as string[];
    const monthOf = (date: Date) => months[date.getUTCMonth()] ?? "";
    const weekdayOf = (date: Date) => days[date.getUTCDay()] ?? "";
    const yearOf = (date: Date) => String(date.getUTCFullYear());
    const caption = (date: Date) => `${monthOf(date)} ${yearOf(date)}`;
    return {
      lang: document.documentElement.lang,
      formatters: {
        formatCaption: caption,
        formatDay: (date: Date) => String(date.getUTCDate()),
        formatMonthDropdown: monthOf,
        formatYearDropdown: yearOf,
        formatWeekdayName: (date: Date) => shortDays[date.getUTCDay()] ?? "",
      },
      labels: {
        labelNav: () => t("nav"),
        labelPrevious: () => t("previous"),
        labelNext: () => t("next"),
        labelMonthDropdown: () => t("month"),
        labelYearDropdown: () => t("year"),
        labelGrid: caption,
        labelWeekday: weekdayOf,
        labelDayButton: (date: Date, { today: isToday, selected }: Record<string, boolean>) => {
          const day = `${weekdayOf(date)}, ${date.getUTCDate()} ${caption(date)}`;
          return [day, isToday && t("today"), selected && t("chosen")].filter(Boolean).join(", ");
        },
      },
    };
  }, [t]);
}

const components = { Dropdown: Choice, Chevron };

/** Native select, like our other choices. */
function Choice({ options, className: _, ...select }: DropdownProps) {
  return (
    <select {...select} className={css.choice}>
      {options?.map(({ value, label, disabled }) => (
        <option key={value} value={value} disabled={disabled}>
          {label}
        </option>
      ))}
    </select>
  );
}

function Chevron({ orientation }: { orientation?: string }) {
  return <Icon name={orientation === "right" ? "next" : "previous"} />;
}
