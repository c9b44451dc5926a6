import { type ComponentType, useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { longPageSizes } from "@/api/gen/constants";
import { send } from "@/api/mutation";
import { useRealtime } from "@/api/realtime";
import { plural } from "@/lib/format/numbers";
import { useSingleFlight } from "@/lib/hooks/useSingleFlight";
import { areReversed } from "@/lib/list/dayFilters";
import { useListQuery } from "@/lib/list/useListQuery";
import type { WeeklyDialogProps } from "@/screens/weeklyNews/shared/WeeklyDialog";
import { ConfirmDialog } from "@/ui/dialog/ConfirmDialog";
import { toast } from "@/ui/feedback/toast";
import { useErrorToast } from "@/ui/feedback/useErrorToast";
import { useTitledErrorToast } from "@/ui/feedback/useTitledErrorToast";
import { Tool } from "@/ui/layout/Toolbar";
import { ListScreen } from "@/ui/list/ListScreen";
import { ActionMenu } from "@/ui/menu/ActionMenu";
import { SelectionBar } from "@/ui/selection/SelectionBar";
import { SelectTable } from "@/ui/selection/SelectTable";
import { useBulk } from "@/ui/selection/useBulk";
import { useSelection } from "@/ui/selection/useSelection";
import { ArticleDetails } from "./ArticleDetails";
import { ArticleForm } from "./ArticleForm";
import { DeletedArticles } from "./DeletedArticles";
import { DoctorView } from "./DoctorView";
import { findPublishedPairs, useDuplicates } from "./duplicates";
import { FeedsDrawer } from "./FeedsDrawer";
import { fetchFeeds } from "./feeds";
import { NewsFilters } from "./NewsFilters";
import {
  type Article,
  deleteNewsRequest,
  newsFilters,
  publishNewsRequest,
  readNews,
  toFormValues,
  useNews,
  useReloadNews,
  useTags,
} from "./news";
import { PublishDialog } from "./PublishDialog";
import { nameOf } from "./shared/article";
import { useDuplicateConfirm } from "./useDuplicateConfirm";
import { useNewsColumns } from "./useNewsColumns";

const choices = { sizes: longPageSizes };
const rowKey = ({ id }: Article) => id;
type Open =
  | { what: "edit"; article: Article | null }
  | { what: "view"; article: Article }
  | { what: "publish" | "delete" | "deleted" | "feeds" }
  | { what: "weekly"; chosen: readonly Article[] };
interface Props {
  /** Adds selected articles to the weekly list; belongs to another area and loads on use. */
  Weekly: ComponentType<WeeklyDialogProps>;
}

/** The news feed: search, write, publish and delete articles, one or many at once (B 2). */
export function NewsScreen({ Weekly }: Props) {
  const { t } = useTranslation("news");
  const { t: common } = useTranslation();
  const query = useListQuery(newsFilters, choices);
  const { values } = query;
  const isReversed = areReversed(values.start, values.end);
  const news = useNews(query, isReversed);
  const list = isReversed ? { ...news, rows: [], total: 0, loading: false } : news;
  const reload = useReloadNews();
  const { tags, reloadTags } = useTags();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const selection = useSelection({
    list,
    rowKey,
    scope: JSON.stringify(values),
    read: (pages) => readNews(values, pages),
  });
  const fetchFailed = useTitledErrorToast();
  const failed = useErrorToast();
  const bulk = useBulk({ selection, rowKey, nameOf, reload });
  const edit = useCallback((article: Article) => setOpen({ what: "edit", article }), []);
  const duplicates = useDuplicates(list.rows);
  const { isMeant, dialog: duplicateQuestion } = useDuplicateConfirm();
  const view = useCallback((article: Article) => setOpen({ what: "view", article }), []);
  const columns = useNewsColumns(edit, view, duplicates);
  const details = useDetails();

  const { run: fetchNow, busy: fetching } = useSingleFlight(async () => {
    try {
      await fetchFeeds();
      toast.success(t("feeds.asked"));
    } catch (error) {
      fetchFailed(error, t("feeds.notNow"));
    }
  });
  useRealtime("news", () => void reload());

  const chosen = () => selection.rows(new AbortController().signal);
  function publish(notice: string) {
    // They stay selected, because the next step is usually the weekly list, which accepts only published articles.
    const after = (article: Article) => ({ ...article, published: true });
    void bulk.run({
      title: t("publish.going"),
      send: (articles) => send(publishNewsRequest(articles, notice)),
      after,
      done: () => t("publish.done"),
    });
  }
  function remove() {
    close();
    void bulk.run({
      title: t("delete.going"),
      send: (rows) => send(deleteNewsRequest(rows)),
      done: () => t("delete.done"),
    });
  }
  async function openWeekly() {
    try {
      setOpen({ what: "weekly", chosen: await chosen() });
    } catch (error) {
      failed(error);
    }
  }
  const count = plural(selection.count);
  return (
    <>
      <ListScreen
        title={t("title")}
        actions={
          <>
            <Tool icon="fetch" text={t("feeds.fetch")} busy={fetching} onClick={() => void fetchNow()} />
            <ActionMenu
              label={common("moreActions")}
              icon="more"
              iconOnly
              items={[
                { key: "feeds", icon: "feeds", text: t("feeds.open"), onSelect: () => setOpen({ what: "feeds" }) },
                {
                  key: "deleted",
                  icon: "archive",
                  text: t("deleted.open"),
                  onSelect: () => setOpen({ what: "deleted" }),
                },
              ]}
            />
            <Tool main icon="add" text={t("form.add")} onClick={() => setOpen({ what: "edit", article: null })} />
          </>
        }
        live
        query={query}
        list={list}
        kind="news_article"
        search={{ label: t("search"), hint: t("searchHint") }}
        filters={<NewsFilters query={query} tags={tags} isReversed={isReversed} />}
        columns={columns}
        rowKey={rowKey}
        details={details}
        failed={t("failed")}
        table={(table) => <SelectTable {...table} selection={selection} nameOf={nameOf} />}
        empty={
          isReversed
            ? { none: t("filters.correct"), noMatch: t("filters.correct") }
            : { none: t("empty"), noMatch: t("noMatch"), noMatchHint: t("noMatchHint") }
        }
      >
        <SelectionBar selection={selection} total={list.total}>
          <Tool text={t("publish.action")} busy={bulk.busy} onClick={() => setOpen({ what: "publish" })} />
          <Tool text={t("weekly")} busy={bulk.busy} onClick={() => void openWeekly()} />
          <Tool icon="delete" text={t("delete.action")} busy={bulk.busy} onClick={() => setOpen({ what: "delete" })} />
        </SelectionBar>
      </ListScreen>
      {open?.what === "edit" && (
        <ArticleForm
          article={open.article}
          tags={tags}
          onSaved={() => Promise.all([reload(), reloadTags()])}
          onClose={close}
        />
      )}
      {open?.what === "view" && <DoctorView values={toFormValues(open.article)} onClose={close} />}
      {open?.what === "publish" && (
        <PublishDialog
          count={selection.count}
          read={chosen}
          confirm={async (articles) => isMeant(await findPublishedPairs(articles))}
          onPublish={publish}
          onClose={close}
        />
      )}
      {open?.what === "weekly" && <Weekly chosen={open.chosen} onSaved={selection.clear} onClose={close} />}
      {open?.what === "delete" && (
        <ConfirmDialog
          title={t("delete.title", count)}
          note={t("delete.note", count)}
          intent="danger"
          call="DeleteNewsArticles"
          toRequest={async () => deleteNewsRequest(await chosen())}
          onYes={remove}
          onNo={close}
        >
          {t("delete.ask")}
        </ConfirmDialog>
      )}
      {open?.what === "feeds" && <FeedsDrawer onClose={close} />}
      {open?.what === "deleted" && <DeletedArticles onRestored={reload} onClose={close} />}
      {duplicateQuestion}
      {bulk.dialog}
    </>
  );
}

function useDetails() {
  const { t } = useTranslation("news");
  return useMemo(
    () => ({
      label: (article: Article) => t("details.of", { name: nameOf(article) }),
      content: (article: Article) => <ArticleDetails article={article} />,
    }),
    [t],
  );
}
