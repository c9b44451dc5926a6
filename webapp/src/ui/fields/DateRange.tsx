import type { Limits } from "@/lib/dayWords";
import { DateField } from "./DateField";

interface Day {
  label: string;
  /** "2026-11-21", or "" for none. */
  value: string;
  /** What is wrong with the day as such. */
  wrong?: string | null;
}
interface Props extends Limits {
  start: Day;
  end: Day;
  /** There are always both: an emptied field gets back the one it had. */
  required?: boolean;
  /** How many days there may be; the calendar offers no more. */
  most?: number;
  onChange: (days: { start: string; end: string }) => void;
}

/** A list's first and last day, each typed in its field, or both picked in one calendar. */
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
