import { useCallback, useState } from "react";
import { useRowsPerPage } from "./rowsPerPage";
import { fromFirstPage, type Pages } from "./useListQuery";

/** A page outside the address bar. It returns to 1 whenever `listed` changes, also back to an earlier value. */
export function useLocalPage(listed: string): Pages {
  const [at, setAt] = useState({ listed, page: 1 });
  const current = at.listed === listed ? at : { listed, page: 1 };
  // Set during rendering: an effect would first request the page of the old filter.
  if (current !== at) setAt(current);
  const goTo = useCallback((page: number) => setAt({ listed, page }), [listed]);
  const preferred = useRowsPerPage();
  return { page: current.page, goTo, ...fromFirstPage(preferred, () => goTo(1)) };
}
