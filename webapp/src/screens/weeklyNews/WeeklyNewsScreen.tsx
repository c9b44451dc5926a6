import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { copyText } from "@/lib/browser/copyText";
import { formatNumber } from "@/lib/format/numbers";
import { useListQuery } from "@/lib/list/useListQuery";
import { nameOf } from "@/screens/news/shared/article";
import { SourceLink } from "@/screens/news/shared/SourceLink";
import { useDelete } from "@/ui/action/useDelete";
import { toast } from "@/ui/feedback/toast";
import { Tool } from "@/ui/layout/Toolbar";
import { ListScreen } from "@/ui/list/ListScreen";
import { ReorderTable } from "@/ui/reorder/ReorderTable";
import { useReorder } from "@/ui/reorder/useReorder";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import { WeeklyDialog } from "./shared/WeeklyDialog";
import { asText, moveArticle, removeWeeklyNewsRequest, useWeeklyNews, type WeeklyArticle } from "./shared/weeklyNews";

const none: readonly WeeklyArticle[] = [];

/** The weekly list in the order that doctors see (B 2). */
export function WeeklyNewsScreen() {
  const { t } = useTranslation("weeklyNews");
  const { t: common } = useTranslation();
  const query = useListQuery();
  const { list, move } = useReorder({
    list: useWeeklyNews(),
    placed: (article, at) => ({ ...article, sequence: at + 1 }),
    send: async (article, to, rows) => {
      if (await moveArticle(article, to, rows)) return;
      throw new ApiError(404, [{ source: "", title: t("gone") }]);
    },
    onSaved: (article) => toast.success(t("moved"), { record: nameOf(article) }),
  });
  const removal = useDelete<WeeklyArticle>({
    title: (article) => t("remove.title", { name: nameOf(article) }),
    ask: t("remove.ask"),
    note: t("remove.note"),
    call: "RemoveWeeklyNews",
    toRequest: removeWeeklyNewsRequest,
    done: t("remove.done"),
    nameOf,
    list,
    pages: query,
  });
  const columns = useColumns(removal.ask);
  const [adding, setAdding] = useState(false);
  async function copy() {
    if (await copyText(asText(list.rows ?? []))) toast.success(common("copied"));
    else toast.error(common("notCopied"));
  }
  return (
    <>
      <ListScreen
        title={t("title")}
        actions={
          <>
            <Tool icon="copy" text={t("copy")} disabled={list.total === 0} onClick={() => void copy()} />
            <Tool main icon="add" text={t("addArticles")} onClick={() => setAdding(true)} />
          </>
        }
        query={query}
        list={list}
        failed={t("failed")}
        columns={columns}
        rowKey={({ id }) => id}
        table={(table) => <ReorderTable {...table} nameOf={nameOf} total={list.total} onMove={move} />}
        empty={{ none: t("empty") }}
      />
      {adding && <WeeklyDialog chosen={none} onSaved={() => undefined} onClose={() => setAdding(false)} />}
      {removal.dialog}
    </>
  );
}

function useColumns(onRemove: (article: WeeklyArticle) => void): Column<WeeklyArticle>[] {
  const { t } = useTranslation("weeklyNews");
  return useMemo(
    () => [
      column.figure("sequence", t("columns.sequence"), 84, ({ sequence }) => formatNumber(sequence)),
      column.text(["id", "event_name", "title", "news_text"], t("columns.heading"), 260, nameOf, {
        grow: 3,
        heading: true,
      }),
      column.day("news_date", t("columns.date"), 112, ({ news_date }) => news_date),
      column.custom(
        ["source_name", "source_link"],
        t("columns.source"),
        130,
        (article: WeeklyArticle) => <SourceLink article={article} />,
        { grow: 1, wrap: true },
      ),
      column.figure("viewed_count", t("columns.viewed"), 80, ({ viewed_count }) => formatNumber(viewed_count)),
      column.figure("shared_count", t("columns.shared"), 80, ({ shared_count }) => formatNumber(shared_count)),
      column.buttons(t("columns.actions"), 76, (article) => [
        { icon: "delete", label: t("remove.action", { name: nameOf(article) }), onClick: () => onRemove(article) },
      ]),
    ],
    [t, onRemove],
  );
}
