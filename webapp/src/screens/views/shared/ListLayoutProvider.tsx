import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { parseRouteId } from "@/lib/format/routeIds";
import { useErrorToast } from "@/ui/feedback/useErrorToast";
import { ListContext } from "@/ui/list/listContext";
import type { ColumnChoice } from "@/ui/table/columnLayout";
import { ColumnChoicesContext } from "./columnChoices";
import { ListTools } from "./ListTools";
import { hasChosen, listOf, saveLayout, useLayouts, useViews } from "./views";

/** Delay after the first screen before columns without local choices are requested (milliseconds). */
const calmMs = 2_000;
/** Delay after the last of several choices before they are saved (milliseconds). */
const settledMs = 800;

const nothing = { list: null, withViews: null };

/**
 * Column choices of the account, or of the view in the address. The server stores them for all devices; the first rows
 * do not wait for them.
 */
export function ListLayoutProvider({ children }: { children: ReactNode }) {
  const [params] = useSearchParams();
  const viewId = parseRouteId(params.get("view"));
  /** The list on screen, and the list whose filters are in the address. */
  const [onScreen, setOnScreen] = useState<{ list: string | null; withViews: string | null }>(nothing);
  const layouts = useLayouts(useCalm(onScreen.list !== null));
  const { views } = useViews(viewId === null ? null : onScreen.withViews);
  const view = viewId === null ? undefined : views?.find(({ id }) => id === viewId);
  /** Unsaved choices by list: for the view with that id, or for the account. */
  const [chosen, setChosen] = useState<Record<string, readonly ColumnChoice[]>>({});
  const keep = usePendingSave();
  const key = (list: string) => (view?.list_name === list ? `${list} ${view.id}` : list);
  const draft = view && chosen[key(view.list_name)];

  const columnsOf = useCallback(
    (path: string) => {
      const list = listOf(path);
      if (!list) return undefined;
      if (view?.list_name === list && (chosen[`${list} ${view.id}`] || view.columns.length > 0))
        return chosen[`${list} ${view.id}`] ?? view.columns;
      return chosen[list] ?? layouts?.find(({ list_name }) => list_name === list)?.columns;
    },
    [chosen, layouts, view],
  );
  const seen = useCallback(
    (list: string, withViews: boolean) => setOnScreen({ list, withViews: withViews ? list : null }),
    [],
  );
  const choosing = {
    seen,
    gone: viewId !== null && views !== undefined && !view,
    view,
    draft,
    choose(list: string, columns: readonly ColumnChoice[]) {
      setChosen((before) => ({ ...before, [key(list)]: columns }));
      if (key(list) === list) keep(list, columns);
    },
    forget: () =>
      setChosen((before) =>
        Object.fromEntries(Object.entries(before).filter(([name]) => !view || name !== key(view.list_name))),
      ),
  };
  const frame = useMemo(() => ({ columnsOf, Tools: ListTools }), [columnsOf]);
  return (
    <ColumnChoicesContext value={choosing}>
      <ListContext value={frame}>{children}</ListContext>
    </ColumnChoicesContext>
  );
}

/** True when columns may be requested: at once if this browser has choices, else after the first list has loaded. */
function useCalm(begun: boolean) {
  const [calm, setCalm] = useState(hasChosen.get);
  useEffect(() => {
    if (!begun) return;
    const timer = setTimeout(setCalm, calmMs, true);
    return () => clearTimeout(timer);
  }, [begun]);
  return begun && calm;
}

/** Save columns shortly after the last choice, or when the screen is left. */
function usePendingSave() {
  const failed = useErrorToast();
  const waiting = useRef(new Map<string, { columns: readonly ColumnChoice[]; timer: ReturnType<typeof setTimeout> }>());
  const send = useCallback(
    async (list: string) => {
      const { columns, timer } = waiting.current.get(list) ?? {};
      if (!columns) return;
      clearTimeout(timer);
      waiting.current.delete(list);
      hasChosen.note();
      try {
        await saveLayout(list, columns);
      } catch (error) {
        failed(error);
      }
    },
    [failed],
  );
  useEffect(() => {
    const all = waiting.current;
    const flush = () => {
      for (const list of [...all.keys()]) void send(list);
    };
    addEventListener("pagehide", flush);
    return () => {
      removeEventListener("pagehide", flush);
      flush();
    };
  }, [send]);
  return useCallback(
    (list: string, columns: readonly ColumnChoice[]) => {
      clearTimeout(waiting.current.get(list)?.timer);
      waiting.current.set(list, { columns, timer: setTimeout(send, settledMs, list) });
    },
    [send],
  );
}
