import { useEffect } from "react";
import { useAfterFirstLoad } from "@/lib/hooks/useAfterFirstLoad";
import type { LazyPart } from "./lazyPart";

/** Fetch a part once the first screen has loaded, so that it opens at once. A failed fetch is repeated on opening. */
export function useFetchLater({ fetch }: Pick<LazyPart<never>, "fetch">) {
  const later = useAfterFirstLoad();
  useEffect(() => {
    if (later) fetch().catch(() => undefined);
  }, [later, fetch]);
}
