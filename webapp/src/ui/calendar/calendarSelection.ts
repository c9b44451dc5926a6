/** Selection mode of a calendar: a day, or the first and last day of a range. Days are "2026-11-21", "" for none. */
export type CalendarSelection =
  | { kind: "day"; day: string; onPick: (day: string) => void }
  | {
      kind: "range";
      start: string;
      end: string;
      /** Maximum number of days. */
      most?: number | undefined;
      onPick: (start: string, end: string) => void;
    };
