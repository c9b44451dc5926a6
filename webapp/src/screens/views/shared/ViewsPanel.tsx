import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router";
import { send } from "@/api/mutation";
import { useSingleFlight } from "@/lib/hooks/useSingleFlight";
import { useConfirmedAction } from "@/ui/action/useAction";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { toast } from "@/ui/feedback/toast";
import { useErrorToast } from "@/ui/feedback/useErrorToast";
import { Tool } from "@/ui/layout/Toolbar";
import type { ListToolsProps } from "@/ui/list/listContext";
import { columnChoices } from "@/ui/table/columnLayout";
import { useColumnChoices } from "./columnChoices";
import css from "./ListLayoutProvider.module.css";
import { ViewForm } from "./ViewForm";
import {
  addressOf,
  deleteViewRequest,
  filtersIn,
  type SavedView,
  saveViewRequest,
  useReloadViews,
  useViews,
} from "./views";

interface Props extends Pick<ListToolsProps, "caption" | "columns" | "own"> {
  list: string;
  /** The view on screen. */
  current: SavedView | undefined;
  unsaved: boolean;
  onClose: () => void;
}

/** Views of a list: one's own and shared ones, with actions for the current one. */
export function ViewsPanel({ list, caption, current, unsaved, columns, own, onClose }: Props) {
  const { t } = useTranslation("views");
  const { views, failure } = useViews(list);
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const reload = useReloadViews();
  const { forget } = useColumnChoices();
  const failed = useErrorToast();
  const [editing, setEditing] = useState<"new" | SavedView | null>(null);
  const asItIs = { filters: filtersIn(params), columns: columnChoices(columns, own) };

  async function saved(view: SavedView) {
    await reload();
    forget();
    toast.success(t("saved"));
    void navigate(addressOf(pathname, view), { replace: true });
    onClose();
  }
  const save = useSingleFlight(async (view: SavedView) => {
    try {
      const change = saveViewRequest(list, { name: view.name, shared: view.shared, ...asItIs }, view);
      await saved((await send(change)).data.view);
    } catch (error) {
      failed(error);
    }
  });
  const deletion = useConfirmedAction<SavedView>({
    title: t("askTitle"),
    ask: ({ name }) => t("askDelete", { name }),
    toRequest: ({ id }) => deleteViewRequest(id),
    done: t("deleted"),
    onDone: () => {
      void navigate(`${pathname}?${new URLSearchParams(asItIs.filters)}`, { replace: true });
      onClose();
    },
    reload,
  });
  const groups = [
    { title: t("list.own"), views: views?.filter(({ mine }) => mine) ?? [] },
    { title: t("list.shared"), views: views?.filter(({ mine }) => !mine) ?? [] },
  ];
  return (
    <>
      <ul className={css.views}>
        <li>
          <Link to={pathname} className={css.view} aria-current={current ? undefined : "page"} onClick={onClose}>
            {t("list.all", { list: caption })}
          </Link>
        </li>
      </ul>
      {failure && <ErrorState text={t("list.failed")} {...failure} />}
      {views?.length === 0 && <p className={`soft ${css.quiet}`}>{t("list.none")}</p>}
      {groups.map(
        (group) =>
          group.views.length > 0 && (
            <section key={group.title} aria-label={group.title}>
              <h3 className={css.group}>{group.title}</h3>
              <ul className={css.views}>
                {group.views.map((view) => (
                  <li key={view.id}>
                    <Link
                      to={addressOf(pathname, view)}
                      className={css.view}
                      aria-current={view.id === current?.id ? "page" : undefined}
                      onClick={onClose}
                    >
                      {view.name}
                      {view.mine ? (
                        view.shared && <small>{t("list.shared")}</small>
                      ) : (
                        <small>{t("list.by", { name: view.made_by })}</small>
                      )}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
      <div className={css.foot}>
        {current?.mine && unsaved && (
          <Tool main text={t("list.save")} busy={save.busy} onClick={() => void save.run(current)} />
        )}
        {current && unsaved && (
          <Tool
            icon="undo"
            text={t("list.back")}
            onClick={() => {
              forget();
              void navigate(addressOf(pathname, current), { replace: true });
              onClose();
            }}
          />
        )}
        <Tool icon="add" text={t("list.saveAs")} onClick={() => setEditing("new")} />
        {current?.mine && <Tool icon="edit" text={t("list.edit")} onClick={() => setEditing(current)} />}
        {current?.mine && <Tool icon="delete" text={t("list.delete")} onClick={() => deletion.ask(current)} />}
      </div>
      {editing && (
        <ViewForm
          list={list}
          editing={editing === "new" ? null : editing}
          asItIs={asItIs}
          onSaved={saved}
          onClose={() => setEditing(null)}
        />
      )}
      {deletion.dialog}
    </>
  );
}
