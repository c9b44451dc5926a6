/** What a calendar is opened to pick: a day, or the first and the last of several. Days are "2026-11-21", "" for none. */
export type Picking =
  | { kind: "day"; day: string; onPick: (day: string) => void }
  | {
      kind: "range";
      start: string;
      end: string;
      /** How many days it may have. */
      most?: number | undefined;
      onPick: (start: string, end: string) => void;
    };
