import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { toast } from "@/ui/feedback/toast";
import { ToolbarPopover } from "@/ui/layout/ToolbarPopover";
import { lazyPart } from "@/ui/lazy/lazyPart";
import type { ListToolsProps } from "@/ui/list/listContext";
import { useColumnChoices } from "./columnChoices";
import css from "./ListLayoutProvider.module.css";
import { addressOf, filtersIn, listOf, sameFilters } from "./views";

const ColumnsPanel = lazyPart(() => import("./ColumnsPanel"), ["views"], "ColumnsPanel");
const ExportPanel = lazyPart(() => import("@/screens/exports/shared/ExportPanel"), ["exports"], "ExportPanel");
/** Lists with a separate export, which has columns that no row shows. */
const exportedApart: ReadonlySet<string> = new Set(["ListLeads"]);
const ViewsPanel = lazyPart(() => import("./ViewsPanel"), ["views"], "ViewsPanel");

/** Tools above every list: views, columns and export. */
export function ListTools({ caption, reading, total, columns, own, views }: ListToolsProps) {
  const { t } = useTranslation();
  const { seen, view, draft } = useColumnChoices();
  const [params] = useSearchParams();
  const list = listOf(reading.path);
  useEffect(() => {
    if (list) seen(list, views);
  }, [list, views, seen]);
  useViewOfAddress(views);
  if (!list) return null;
  const current = views && view?.list_name === list ? view : undefined;
  const unsaved = current !== undefined && (!sameFilters(filtersIn(params), current.filters) || draft !== undefined);
  return (
    <div className={css.tools}>
      {views && (
        <ToolbarPopover icon="bookmark" label={t("lists.views")} value={current?.name} placement="bottom-start">
          {(close) => (
            <ViewsPanel
              list={list}
              caption={caption}
              current={current}
              unsaved={unsaved}
              columns={columns}
              own={own}
              onClose={close}
            />
          )}
        </ToolbarPopover>
      )}
      <span role="status" className={css.unsaved}>
        {unsaved && t("lists.unsaved")}
      </span>
      {total > 0 && !exportedApart.has(list) && (
        <ToolbarPopover icon="download" label={t("lists.export")}>
          {(close) => <ExportPanel list={list} reading={reading} total={total} columns={columns} onClose={close} />}
        </ToolbarPopover>
      )}
      <ToolbarPopover icon="columns" label={t("lists.columns")} iconOnly>
        {() => <ColumnsPanel list={list} columns={columns} own={own} ofView={current !== undefined} />}
      </ToolbarPopover>
    </div>
  );
}

/** Apply the filters of a view that the address names without filters; if the view is gone, show the plain list. */
function useViewOfAddress(active: boolean) {
  const { t } = useTranslation();
  const { view, gone } = useColumnChoices();
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const applied = useRef<number>(undefined);
  useEffect(() => {
    if (!active) return;
    if (gone) {
      toast.info(t("lists.gone"));
      setParams(
        (old) => {
          old.delete("view");
          return old;
        },
        { replace: true },
      );
    } else if (view && applied.current !== view.id) {
      applied.current = view.id;
      if (Object.keys(filtersIn(params)).length === 0) void navigate(addressOf(pathname, view), { replace: true });
    }
  }, [active, gone, view, params, setParams, pathname, navigate, t]);
}
