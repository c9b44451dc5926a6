import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** The history entry this visit began with; a reload keeps it. */
const firstKey: string = history.state?.key ?? "default";

/**
 * The heading to focus when a screen was reached by a link: that reads it out. The first page of a visit is left alone.
 * A change to another tab of the same record focuses it when nothing else has the focus.
 */
export function useArrivalFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, pathname } = useLocation();
  const arrivedByLink = key !== firstKey;
  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival only, not when filters change the address
  useEffect(() => {
    // Somebody faster than the screen has opened a dialog meanwhile, and is typing there.
    const isElsewhere = document.activeElement?.closest("[role$=dialog]") != null;
    if (arrivedByLink && !isElsewhere) heading.current?.focus({ preventScroll: true });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every new path
  useEffect(() => {
    // Ctrl+K leaves no focus behind when nothing had it before.
    if (arrivedByLink && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [pathname]);
  return heading;
}
