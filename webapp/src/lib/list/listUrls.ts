import { useEffect } from "react";
import { useLocation } from "react-router";
import { session } from "@/api/session";

/** Last filters and page of each list, cleared when another user signs in. */
const seen = new Map<string, string>();
session.onEnd(() => seen.clear());

/** Remember the filters and page of this list for the way back to it. */
export function useRememberListUrl() {
  const { pathname, search } = useLocation();
  useEffect(() => void seen.set(pathname, search), [pathname, search]);
}

/** Change the page in the remembered address of a list. */
export function setListPage(path: string, page: number) {
  const params = new URLSearchParams(seen.get(path));
  if (page > 1) params.set("page", String(page));
  else params.delete("page");
  const search = params.toString();
  seen.set(path, search && `?${search}`);
}

/** The address of a list with its last filters and page. */
export const lastListUrl = (path: string) => `${path}${seen.get(path) ?? ""}`;
