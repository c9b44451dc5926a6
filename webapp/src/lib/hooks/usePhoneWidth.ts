import { useSyncExternalStore } from "react";

// The test environment has no media queries and counts as a wide window.
const media = (query: string) => globalThis.matchMedia?.(query);

function widthHook(list: MediaQueryList | undefined) {
  function subscribe(changed: () => void) {
    list?.addEventListener("change", changed);
    return () => list?.removeEventListener("change", changed);
  }
  return () => useSyncExternalStore(subscribe, () => list?.matches ?? false);
}

/** True if the window is phone-sized, where the style sheets turn rows into cards. */
export const usePhoneWidth = widthHook(media("screen and (max-width: 720px)"));

/** True if the top bar has no room for all its buttons: a small phone, or 1280 px at 400 % zoom (WCAG 1.4.10). */
export const useTightBar = widthHook(media("(max-width: 389px)"));
