import { useEffect } from "react";
import { useLocation } from "react-router";
import { session } from "@/api/session";

/** How each list was seen last, filters and page; the next person starts afresh. */
const seen = new Map<string, string>();
session.onEnd(() => seen.clear());

/** Remembers how this list is being looked at, for the way back to it. */
export function useSeenList() {
  const { pathname, search } = useLocation();
  useEffect(() => void seen.set(pathname, search), [pathname, search]);
}

/** A list's address, as it was seen last. */
export const asSeen = (path: string) => `${path}${seen.get(path) ?? ""}`;
