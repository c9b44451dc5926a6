import { useEffect, useRef } from "react";

/** While something is unsaved, a click on a link to another screen asks instead of leading there. */
export function useLinkGuard(unsaved: boolean, ask: (to: string) => void) {
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    if (!unsaved) return;
    const onClick = (event: MouseEvent) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
      if (!link || link.target === "_blank" || link.hasAttribute("download")) return;
      const { origin, pathname, search, hash } = new URL(link.href, location.href);
      if (origin !== location.origin || pathname === location.pathname) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current(`${pathname}${search}${hash}`);
    };
    document.addEventListener("click", onClick, { capture: true });
    return () => document.removeEventListener("click", onClick, { capture: true });
  }, [unsaved]);
}
