import { useCallback, useState } from "react";
import { pageSize } from "@/api/gen/constants";
import type { Pages } from "./useListQuery";

/** A page that is not in the address bar: the first one again whenever what is listed changes. */
export function useLocalPage(listed: string): Pages {
  const [at, setAt] = useState({ listed, page: 1 });
  const goTo = useCallback((page: number) => setAt({ listed, page }), [listed]);
  return { page: at.listed === listed ? at.page : 1, perpage: pageSize, goTo };
}
