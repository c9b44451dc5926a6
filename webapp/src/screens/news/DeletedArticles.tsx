import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { newsRestoreDays, searchDebounceMs } from "@/api/gen/constants";
import { useLocalPage } from "@/lib/list/useLocalPage";
import { Modal, ModalBody } from "@/ui/dialog/Modal";
import { SearchField } from "@/ui/filters/SearchField";
import { Tool } from "@/ui/layout/Toolbar";
import { ListCard } from "@/ui/list/ListCard";
import { SelectionBar } from "@/ui/selection/SelectionBar";
import { SelectTable } from "@/ui/selection/SelectTable";
import { useBulk } from "@/ui/selection/useBulk";
import { useSelection } from "@/ui/selection/useSelection";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import css from "./DeletedArticles.module.css";
import { type DeletedArticle, readDeleted, restoreNews, useDeleted } from "./news";
import { nameOf } from "./shared/article";

const rowKey = ({ id }: DeletedArticle) => id;

/** Recently deleted articles: search, and restore one or many. */
export function DeletedArticles({ onRestored, onClose }: { onRestored: () => Promise<unknown>; onClose: () => void }) {
  const { t } = useTranslation("news", { keyPrefix: "deleted" });
  const [search, setSearch] = useState("");
  const pages = useLocalPage(search);
  const list = useDeleted(pages, search);
  const selection = useSelection({ list, rowKey, scope: search, read: (page) => readDeleted(page, search) });
  const bulk = useBulk({ selection, rowKey, nameOf, reload: onRestored });
  const top = useRef<HTMLParagraphElement>(null);
  const isRestoring = useRef(false);

  async function restore(articles: readonly DeletedArticle[] | null) {
    const work = {
      title: t("going"),
      send: restoreNews,
      done: (rows: readonly DeletedArticle[]) => t("done", { count: rows.length }),
    };
    isRestoring.current = true;
    await bulk.run(articles ? { ...work, rows: articles } : work);
  }
  // The focused button disappears with its row. Wait until the progress dialog, which holds the focus, is closed.
  useEffect(() => {
    if (bulk.busy || !isRestoring.current) return;
    isRestoring.current = false;
    top.current?.focus();
  }, [bulk.busy]);
  const columns = useColumns((article) => void restore([article]));
  return (
    <Modal title={t("title")} width={760} first="button" onClose={onClose}>
      <ModalBody>
        <p ref={top} tabIndex={-1} className="soft">
          {t("hint", { days: newsRestoreDays })}
        </p>
        <search className={css.search}>
          <SearchField
            label={t("search")}
            hint={t("searchHint")}
            value={search}
            cleared={0}
            delay={searchDebounceMs}
            onSearch={setSearch}
          />
        </search>
        <SelectionBar label={t("selected")} selection={selection} total={list.total}>
          <Tool text={t("restore")} busy={bulk.busy} onClick={() => void restore(null)} />
        </SelectionBar>
        <ListCard
          caption={t("title")}
          list={list}
          pages={pages}
          columns={columns}
          rowKey={rowKey}
          table={(table) => <SelectTable {...table} selection={selection} nameOf={nameOf} />}
          empty={{ text: t(search ? "noMatch" : "none") }}
        />
      </ModalBody>
      {bulk.dialog}
    </Modal>
  );
}

function useColumns(restore: (article: DeletedArticle) => void): Column<DeletedArticle>[] {
  const { t } = useTranslation("news");
  const latest = useRef(restore);
  latest.current = restore;
  return useMemo(
    () => [
      column.text(["id", "event_name", "title", "news_text"], t("columns.heading"), 220, nameOf, { grow: 3 }),
      column.day("news_date", t("columns.date"), 112, ({ news_date }) => news_date),
      column.moment("deleted_at", t("deleted.at"), 110, ({ deleted_at }) => deleted_at),
      column.actions(
        t("columns.actions"),
        110,
        (article) => (
          <button
            type="button"
            className="quiet"
            aria-label={t("deleted.restoreOne", { name: nameOf(article) })}
            onClick={() => latest.current(article)}
          >
            {t("deleted.restore")}
          </button>
        ),
        { align: "end" },
      ),
    ],
    [t],
  );
}
