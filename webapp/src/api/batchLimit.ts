import { createStore, useStore } from "@/lib/state/store";
import { session } from "./session";

const most = createStore<number | null>(null);

/**
 * The number of records that the platform changes in one request (decision 200). 0 if it changes them one by one, such
 * as behind a gateway; null until its first answer.
 */
export const batchLimit = {
  get: most.get,
  subscribe: most.subscribe,
  /** Read the header of an answer. A platform that announced a number keeps it. */
  readHeader(header: string | null) {
    const announced = Number(header);
    if (Number.isSafeInteger(announced) && announced > 0) most.set(announced);
    else if (most.get() === null) most.set(0);
  },
};
session.onEnd(() => most.set(null));

export const useBatchLimit = () => useStore(batchLimit);
