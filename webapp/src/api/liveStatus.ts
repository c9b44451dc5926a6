import { createStore, useStore } from "@/lib/state/store";

/** A socket that reconnects faster than this counts as never lost. */
const shownAfterMs = 5000;
const isDown = createStore(false);
let timer: ReturnType<typeof setTimeout> | undefined;

function set(next: boolean) {
  clearTimeout(timer);
  timer = undefined;
  isDown.set(next);
}

/** Events no longer arrive; `useIsLiveDown` becomes true if this lasts some seconds. */
export function markLiveLost() {
  if (!isDown.get()) timer ??= setTimeout(() => set(true), shownAfterMs);
}
/** Events arrive again, by socket or polling, or no listener is left. */
export const markLiveRestored = () => set(false);
export const isLiveLost = () => isDown.get() || timer !== undefined;

/** True if live lists may be out of date because no events arrive. */
export const useIsLiveDown = () => useStore(isDown);
