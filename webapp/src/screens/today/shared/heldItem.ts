import { createStore } from "@/lib/state/store";
import type { DueCount } from "./dueCounts";
import type { Item } from "./today";

/** Items opened one after another by Next, of one source or of all. */
export interface Round {
  source: string | null;
  /** Number of this item in the round. */
  position: number;
  /** Due items at its start. */
  total: DueCount;
}

/** Item that Next or a verb opened in this tab, with the address of its screen. */
export interface HeldItem {
  item: Item;
  at: string;
  /** Null if it was opened alone. */
  round: Round | null;
}

export const heldItem = createStore<HeldItem | null>(null);

/** True if both addresses belong to one record: tabs of a record share the first two parts. */
export const isSameRecord = (address: string, other: string) => recordOf(address) === recordOf(other);
const recordOf = (address: string) => new URL(address, location.href).pathname.split("/").slice(0, 3).join("/");
