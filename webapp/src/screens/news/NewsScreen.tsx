import { type ComponentType, Suspense, useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { isSilent } from "@/api/errors";
import { newsType } from "@/api/gen/choices";
import { longPageSizes, searchDebounceMs } from "@/api/gen/constants";
import { useRealtime } from "@/api/realtime";
import { grouped } from "@/lib/numbers";
import { useFailureText } from "@/lib/useFailureText";
import { useListQuery } from "@/lib/useListQuery";
import { useOnce } from "@/lib/useOnce";
import type { WeeklyDialogProps } from "@/screens/weeklyNews/parts/WeeklyDialog";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Text } from "@/ui/cells/cells";
import { column } from "@/ui/columns";
import type { Column } from "@/ui/DataTable";
import { DateRange } from "@/ui/fields/DateRange";
import { FilterSelect } from "@/ui/fields/FilterSelect";
import { ManyFilter } from "@/ui/fields/ManyFilter";
import { IconButton } from "@/ui/IconButton";
import { ListScreen } from "@/ui/ListScreen";
import { notify } from "@/ui/notify";
import { SelectionBar } from "@/ui/selection/SelectionBar";
import { SelectTable } from "@/ui/selection/SelectTable";
import { useBulk } from "@/ui/selection/useBulk";
import { useSelection } from "@/ui/selection/useSelection";
import { Tool } from "@/ui/Toolbar";
import { ArticleDetails } from "./ArticleDetails";
import { ArticleForm } from "./ArticleForm";
import { DeletedArticles } from "./DeletedArticles";
import { DoctorView } from "./DoctorView";
import { FeedsDrawer } from "./FeedsDrawer";
import { fetchFeeds } from "./feeds";
import css from "./NewsScreen.module.css";
import {
  type Article,
  deleteNews,
  type NewsQuery,
  newsFilters,
  publishNews,
  readNews,
  reversed,
  type Tag,
  useNews,
  useReloadNews,
  useTags,
  valuesOf,
} from "./news";
import { PublishDialog } from "./PublishDialog";
import { nameOf } from "./parts/article";
import { SourceLink } from "./parts/SourceLink";
import { useTypeName } from "./parts/useTypeName";
import { TwinMarks } from "./TwinMarks";
import { bothPublished, type Twin, useTwins } from "./twins";
import { useTwinQuestion } from "./useTwinQuestion";

const choices = { sizes: longPageSizes };
const rowKey = ({ id }: Article) => id;
type Open =
  | { what: "edit"; article: Article | null }
  | { what: "view"; article: Article }
  | { what: "publish" | "delete" | "deleted" | "feeds" }
  | { what: "weekly"; chosen: readonly Article[] };
interface Props {
  /** Puts what is chosen on the weekly list; of another area, and fetched when it is asked for. */
  Weekly: ComponentType<WeeklyDialogProps>;
}

/** The news feed: found, written, published and deleted, one by one or many at once (B 2). */
export function NewsScreen({ Weekly }: Props) {
  const { t } = useTranslation("news");
  const query = useListQuery(newsFilters, choices);
  const { values } = query;
  const isReversed = reversed(values);
  const found = useNews(query, isReversed);
  const list = isReversed ? { ...found, rows: [], total: 0, loading: false } : found;
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
  const textOf = useFailureText();
  const bulk = useBulk({ selection, nameOf, reload });
  const edit = useCallback((article: Article) => setOpen({ what: "edit", article }), []);
  const twins = useTwins(list.rows);
  const { isMeant, dialog: twinQuestion } = useTwinQuestion();
  const view = useCallback((article: Article) => setOpen({ what: "view", article }), []);
  const columns = useColumns(edit, view, twins);
  const details = useDetails();

  const { run: fetchNow, busy: fetching } = useOnce(async () => {
    try {
      await fetchFeeds();
      notify.success(t("feeds.asked"));
    } catch (error) {
      if (!isSilent(error)) notify.error(textOf(error, t("feeds.notNow")));
    }
  });
  useRealtime("news", () => void reload());

  const chosen = () => selection.rows(new AbortController().signal);
  async function publish(notice: string, done: () => void) {
    if (!(await isMeant(await bothPublished(await chosen())))) return;
    done();
    const send = (articles: readonly Article[]) => publishNews(articles, notice);
    void bulk.run({ title: t("publish.going"), send, done: t("publish.done") });
  }
  function remove() {
    close();
    void bulk.run({ title: t("delete.going"), send: deleteNews, done: t("delete.done") });
  }
  async function openWeekly() {
    try {
      setOpen({ what: "weekly", chosen: await chosen() });
    } catch (error) {
      if (!isSilent(error)) notify.error(textOf(error));
    }
  }
  const counted = { count: selection.count, formatted: grouped(selection.count) };
  return (
    <>
      <ListScreen
        title={t("title")}
        actions={
          <>
            <Tool text={t("feeds.fetch")} busy={fetching} onClick={() => void fetchNow()} />
            <Tool text={t("feeds.open")} onClick={() => setOpen({ what: "feeds" })} />
            <Tool text={t("deleted.open")} onClick={() => setOpen({ what: "deleted" })} />
            <Tool main icon="add" text={t("form.add")} onClick={() => setOpen({ what: "edit", article: null })} />
          </>
        }
        query={query}
        list={list}
        search={{ label: t("search"), hint: t("searchHint"), delay: searchDebounceMs }}
        filters={<Filters query={query} tags={tags} isReversed={isReversed} />}
        columns={columns}
        rowKey={rowKey}
        details={details}
        failed={t("failed")}
        table={(table) => <SelectTable {...table} selection={selection} nameOf={nameOf} />}
        empty={{ none: t("empty"), noMatch: t("noMatch"), noMatchHint: t("noMatchHint") }}
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
      {open?.what === "view" && <DoctorView values={valuesOf(open.article)} onClose={close} />}
      {open?.what === "publish" && (
        <PublishDialog
          count={selection.count}
          sends={async (notice) => publishNews(await chosen(), notice)}
          onPublish={publish}
          onClose={close}
        />
      )}
      {open?.what === "weekly" && (
        <Suspense fallback={null}>
          <Weekly chosen={open.chosen} onSaved={selection.clear} onClose={close} />
        </Suspense>
      )}
      {open?.what === "delete" && (
        <ConfirmDialog
          title={t("delete.title", counted)}
          intent="danger"
          sends={async () => deleteNews(await chosen())}
          onYes={remove}
          onNo={close}
        >
          {t("delete.ask", counted)}
        </ConfirmDialog>
      )}
      {open?.what === "feeds" && <FeedsDrawer onClose={close} />}
      {open?.what === "deleted" && <DeletedArticles onRestored={reload} onClose={close} />}
      {twinQuestion}
      {bulk.dialog}
    </>
  );
}

/** What figures of the statistics lead to: shown where it narrows the list, to be taken away. */
const figures = [
  ["city", "city"],
  ["state", "state"],
  ["speciality", "specialities"],
] as const;

interface FilterProps {
  query: NewsQuery;
  tags: readonly Tag[];
  isReversed: boolean;
}
function Filters({ query: { values, set, cleared }, tags, isReversed }: FilterProps) {
  const { t } = useTranslation("news");
  const { t: common } = useTranslation();
  const all = { value: "", label: common("all") };
  return (
    <>
      <FilterSelect
        label={t("filters.published")}
        value={values.published}
        options={[all, ...(["yes", "no"] as const).map((value) => ({ value, label: common(value) }))]}
        onChange={(published) => set({ published })}
      />
      <ManyFilter
        label={t("filters.tags")}
        values={values.tags ? values.tags.split(",") : []}
        options={tags.map(({ id, tag_name }) => ({ value: String(id), label: tag_name }))}
        find={t("filters.findTag")}
        onChange={(chosen) => set({ tags: chosen.join(",") })}
      />
      <FilterSelect
        label={t("filters.type")}
        value={values.type}
        options={[all, ...newsType.map((value) => ({ value, label: t(`types.${value}`) }))]}
        onChange={(type) => set({ type })}
      />
      <DateRange
        key={cleared}
        start={{ label: t("filters.start"), value: values.start, wrong: isReversed ? t("filters.reversed") : null }}
        end={{ label: t("filters.end"), value: values.end }}
        onChange={set}
      />
      {figures.map(
        ([name, column]) =>
          values[name] && (
            <FilterSelect
              key={name}
              label={t(`columns.${column}`)}
              value={values[name]}
              options={[all, { value: values[name], label: values[name] }]}
              onChange={(value) => set({ [name]: value })}
            />
          ),
      )}
    </>
  );
}

function useColumns(
  edit: (article: Article) => void,
  view: (article: Article) => void,
  twins: ReadonlyMap<number, readonly Twin[]>,
): Column<Article>[] {
  const { t } = useTranslation("news");
  const typeName = useTypeName();
  return useMemo(
    () => [
      {
        header: t("columns.heading"),
        width: 230,
        grow: 3,
        wrap: true,
        value: nameOf,
        cell: (article: Article) => (
          <span>
            <Text value={nameOf(article)} />
            <TwinMarks twins={twins.get(article.id) ?? []} />
          </span>
        ),
      },
      column.text(t("columns.type"), 86, ({ news_type }) => typeName(news_type)),
      column.day(t("columns.date"), 112, ({ news_date }) => news_date),
      {
        header: t("columns.source"),
        width: 120,
        grow: 1,
        wrap: true,
        value: ({ source_name, source_link }: Article) => [source_name, source_link],
        cell: (article: Article) => (
          <span>
            <SourceLink article={article} />
            {article.source_changed_at && <span className={css.newer}>{t("feeds.newerThere")}</span>}
          </span>
        ),
      },
      column.yesNo(t("columns.published"), 84, ({ published }) => published),
      column.tags(t("columns.tags"), 130, ({ news_tags }) => news_tags.map(({ tag_name }) => tag_name)),
      column.number(t("columns.viewed"), 76, ({ viewed_count }) => grouped(viewed_count)),
      column.number(t("columns.shared"), 76, ({ shared_count }) => grouped(shared_count)),
      column.actions(
        t("columns.actions"),
        96,
        (article) => (
          <>
            <IconButton
              icon="shown"
              label={t("doctorView.action", { name: nameOf(article) })}
              onClick={() => view(article)}
            />
            <IconButton icon="edit" label={t("form.action", { name: nameOf(article) })} onClick={() => edit(article)} />
          </>
        ),
        { align: "end" },
      ),
    ],
    [t, typeName, edit, view, twins],
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
