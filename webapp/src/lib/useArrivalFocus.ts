import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** The history entry this visit began with; a reload keeps it. */
const firstKey: string = history.state?.key ?? "default";

/** The heading to focus when a screen was reached by a link: that reads it out. The first page of a visit is left alone. */
export function useArrivalFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const arrivedByLink = useLocation().key !== firstKey;
  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival only, not when filters change the address
  useEffect(() => {
    // Somebody faster than the screen has opened a dialog meanwhile, and is typing there.
    const isElsewhere = document.activeElement?.closest("[role$=dialog]") != null;
    if (arrivedByLink && !isElsewhere) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
