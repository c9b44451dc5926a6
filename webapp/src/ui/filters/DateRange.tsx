import type { Limits } from "@/lib/time/naturalDates";
import { DateField } from "./DateField";

interface Day {
  label: string;
  /** "2026-11-21", or "" for none. */
  value: string;
  /** Error message about the day. */
  wrong?: string | null;
}
interface Props extends Limits {
  start: Day;
  end: Day;
  /** Both days are required: a cleared field returns to its last day. */
  required?: boolean;
  /** Maximum number of days; the calendar offers no more. */
  most?: number;
  onChange: (days: { start: string; end: string }) => void;
}

/** First and last day of a list's filter, typed in two fields or picked in one calendar. */
export function DateRange({ start, end, required = false, most, min = "2000-01-01", max, onChange }: Props) {
  const days = { start: start.value, end: end.value };
  const shared = {
    required,
    min,
    max,
    picking: {
      kind: "range",
      ...days,
      most,
      onPick: (first: string, last: string) => onChange({ start: first, end: last }),
    },
  } as const;
  return (
    <>
      <DateField {...shared} {...start} onChange={(day) => onChange({ ...days, start: day })} />
      <DateField {...shared} {...end} onChange={(day) => onChange({ ...days, end: day })} />
    </>
  );
}
