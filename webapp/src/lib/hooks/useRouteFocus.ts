import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** The history entry with which this visit began; a reload keeps it. */
const firstKey: string = history.state?.key ?? "default";

/**
 * Return the ref of the heading to focus after following a link, so that screen readers announce the screen. The first
 * page of a visit is left alone. Changing to another tab of the same record focuses the heading if nothing else has
 * the focus.
 */
export function useRouteFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, pathname } = useLocation();
  const arrivedByLink = key !== firstKey;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on arrival, not when filters change the address
  useEffect(() => {
    // The user may already type in a dialog that opened before the screen arrived.
    const isElsewhere = document.activeElement?.closest("[role$=dialog]") != null;
    if (arrivedByLink && !isElsewhere) heading.current?.focus({ preventScroll: true });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: run for every new path
  useEffect(() => {
    // After Ctrl+K nothing has the focus if nothing had it before.
    if (arrivedByLink && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [pathname]);
  return heading;
}
