import { useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router";

/** Event on the document before a key or choice opens another screen; forms with unsaved input prevent it. */
const LEAVES = "careops-leaves";

/** Navigate like a link does, including the question about unsaved input. */
export function useGuardedNavigate() {
  const navigate = useNavigate();
  return (to: string) => {
    const leaves = new CustomEvent(LEAVES, { detail: to, cancelable: true });
    if (document.dispatchEvent(leaves)) navigate(to);
  };
}

/** While input is unsaved, links and shortcuts to another screen ask before they navigate. */
export function useLinkGuard(unsaved: boolean, ask: (to: string) => void) {
  const askToLeave = useEffectEvent(ask);
  useEffect(() => {
    if (!unsaved) return;
    const onClick = (event: MouseEvent) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
      if (!link || link.target === "_blank" || link.hasAttribute("download")) return;
      if (confirms(link.href, event)) event.stopPropagation();
    };
    const onLeaves = (event: Event) => void confirms((event as CustomEvent<string>).detail, event);
    function confirms(address: string, event: Event): boolean {
      const { origin, pathname, search, hash } = new URL(address, location.href);
      if (origin !== location.origin || pathname === location.pathname) return false;
      event.preventDefault();
      askToLeave(`${pathname}${search}${hash}`);
      return true;
    }
    document.addEventListener("click", onClick, { capture: true });
    document.addEventListener(LEAVES, onLeaves);
    return () => {
      document.removeEventListener("click", onClick, { capture: true });
      document.removeEventListener(LEAVES, onLeaves);
    };
  }, [unsaved]);
}
