import { createStore } from "@/lib/state/store";
import type { ToastAction } from "../feedback/toast";

export interface UndoneRecord {
  name: string;
  /** Address of its page. */
  to?: string | undefined;
  /** Person and time of a change in between, or the reason of a failure. */
  note?: string | undefined;
}
/** Records of one outcome. If `count` is larger, the others have no names here. */
interface UndoneRecords {
  count: number;
  records: readonly UndoneRecord[];
}
export const undoOutcomes = ["undone", "edited", "failed"] as const;
export interface UndoResult extends Record<(typeof undoOutcomes)[number], UndoneRecords> {
  /** More about the undo as a whole. */
  note?: string | undefined;
  /** What can be done about failures. */
  offer?: ToastAction | undefined;
}

/** The records of an outcome, all of them with names. */
export const named = (records: readonly UndoneRecord[]): UndoneRecords => ({ count: records.length, records });

/** Result of the last undo, which `UndoDialog` shows; null if there is none or it was closed. */
export const undoResult = createStore<UndoResult | null>(null);
