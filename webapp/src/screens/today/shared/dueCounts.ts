import { createStore } from "@/lib/state/store";
import type { Queue } from "./today";

/** Number of due items. `capped` means that there are more. */
export interface DueCount {
  count: number;
  capped: boolean;
}
/** Due items of the user by address of a navigation entry. */
export type DueCounts = Readonly<Record<string, DueCount>>;

/** The latest counts of Today; null before the first answer and if the server has none. The lazy `CountsReader` sets it. */
export const dueCounts = createStore<DueCounts | null>(null);

/** Mentions of the user and due follow-ups; null like the counts. */
export const personalCount = createStore<DueCount | null>(null);

export const sumOf = (queues: readonly Queue[]): DueCount => ({
  count: queues.reduce((total, { count }) => total + count, 0),
  capped: queues.some(({ count_capped }) => count_capped),
});
