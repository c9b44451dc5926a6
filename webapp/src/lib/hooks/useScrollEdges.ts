import { type RefObject, useEffect } from "react";

/**
 * Mark the frame of a scroll area with the sides on which more is hidden (`data-more="left right"`), so that its style
 * sheet can draw an edge. Writes to the element directly, so that scrolling renders nothing.
 */
export function useScrollEdges(area: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = area.current;
    const frame = element?.parentElement;
    if (!element || !frame || typeof ResizeObserver === "undefined") return;
    function mark() {
      if (!element || !frame) return;
      const { scrollLeft, scrollWidth, clientWidth } = element;
      const sides = [scrollLeft > 1 && "left", scrollLeft + clientWidth < scrollWidth - 1 && "right"];
      frame.dataset.more = sides.filter(Boolean).join(" ");
    }
    const observer = new ResizeObserver(mark);
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    element.addEventListener("scroll", mark, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", mark);
    };
  }, [area]);
}
