import { useSyncExternalStore } from "react";

/** A socket that reconnects faster than this counts as never lost. */
const shownAfterMs = 5000;
const watchers = new Set<() => void>();
let isDown = false;
let timer: ReturnType<typeof setTimeout> | undefined;

function set(next: boolean) {
  clearTimeout(timer);
  timer = undefined;
  if (isDown === next) return;
  isDown = next;
  for (const watcher of watchers) watcher();
}

/** Events no longer arrive; `useIsLiveDown` becomes true if this lasts some seconds. */
export function markLiveLost() {
  if (!isDown) timer ??= setTimeout(() => set(true), shownAfterMs);
}
/** Events arrive again, by socket or polling, or no listener is left. */
export const markLiveRestored = () => set(false);
export const isLiveLost = () => isDown || timer !== undefined;

function subscribe(watcher: () => void) {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/** True if live lists may be out of date because no events arrive. */
export const useIsLiveDown = () => useSyncExternalStore(subscribe, () => isDown);
