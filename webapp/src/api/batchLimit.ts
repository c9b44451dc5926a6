import { useSyncExternalStore } from "react";
import { session } from "./session";

let most: number | null = null;
const listeners = new Set<() => void>();

function set(next: number | null) {
  if (next === most) return;
  most = next;
  for (const listener of listeners) listener();
}

/**
 * The number of records that the platform changes in one request (decision 200). 0 if it changes them one by one, such
 * as behind a gateway; null until its first answer.
 */
export const batchLimit = {
  get: () => most,
  /** Read the header of an answer. A platform that announced a number keeps it. */
  readHeader(header: string | null) {
    const announced = Number(header);
    if (Number.isSafeInteger(announced) && announced > 0) set(announced);
    else if (most === null) set(0);
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
session.onEnd(() => set(null));

export const useBatchLimit = () => useSyncExternalStore(batchLimit.subscribe, batchLimit.get);
