import { useSyncExternalStore } from "react";

/** A socket that is replaced sooner than this was never missed. */
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

/** Events no longer arrive: `useIsLiveDown` says so if none arrive for some seconds. */
export function liveLost() {
  if (!isDown) timer ??= setTimeout(() => set(true), shownAfterMs);
}
/** Events arrive again, by the socket or by requests, or nobody waits for them. */
export const liveBack = () => set(false);
export const isLiveLost = () => isDown || timer !== undefined;

function subscribe(watcher: () => void) {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/** Whether live lists may be out of date because no events arrive. */
export const useIsLiveDown = () => useSyncExternalStore(subscribe, () => isDown);
