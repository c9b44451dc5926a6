import { useCallback, useState } from "react";
import { useRowsPerPage } from "./rowsPerPage";
import { fromFirstPage, type Pages } from "./useListQuery";

/** A page that is not in the address bar: the first one again whenever `listed` changes, also back to an earlier value. */
export function useLocalPage(listed: string): Pages {
  const [at, setAt] = useState({ listed, page: 1 });
  const here = at.listed === listed ? at : { listed, page: 1 };
  // While drawing: in an effect, the page of the filter before would be requested first.
  if (here !== at) setAt(here);
  const goTo = useCallback((page: number) => setAt({ listed, page }), [listed]);
  const preferred = useRowsPerPage();
  return { page: here.page, goTo, ...fromFirstPage(preferred, () => goTo(1)) };
}
