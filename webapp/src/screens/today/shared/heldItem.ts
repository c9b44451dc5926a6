import { createStore } from "@/lib/store";
import type { Item } from "./today";

/** Item that Next opened in this tab, with the address of its screen. */
export interface HeldItem {
  item: Item;
  at: string;
}

export const heldItem = createStore<HeldItem | null>(null);

/** True if both addresses belong to one record: tabs of a record share the first two parts. */
export const isSameRecord = (one: string, other: string) => recordOf(one) === recordOf(other);
const recordOf = (address: string) => new URL(address, location.href).pathname.split("/").slice(0, 3).join("/");
