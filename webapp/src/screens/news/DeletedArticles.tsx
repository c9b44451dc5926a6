import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { newsRestoreDays } from "@/api/gen/constants";
import { useLocalPage } from "@/lib/useLocalPage";
import { useOnce } from "@/lib/useOnce";
import { column } from "@/ui/columns";
import type { Column } from "@/ui/DataTable";
import { ListCard } from "@/ui/ListCard";
import { Modal, ModalBody } from "@/ui/Modal";
import { notify } from "@/ui/notify";
import { useFailed } from "@/ui/useFailed";
import { type DeletedArticle, restoreNews, useDeleted } from "./news";
import { nameOf } from "./parts/article";

/** What was deleted lately, each with a way back. */
export function DeletedArticles({ onRestored, onClose }: { onRestored: () => Promise<unknown>; onClose: () => void }) {
  const { t } = useTranslation("news", { keyPrefix: "deleted" });
  const pages = useLocalPage("deleted");
  const list = useDeleted(pages);
  const failed = useFailed();
  const { run } = useOnce(async (article: DeletedArticle) => {
    try {
      await restoreNews([article]);
      notify.success(t("done"));
      await onRestored();
    } catch (error) {
      failed(error);
    }
  });
  const columns = useColumns((article) => void run(article));
  return (
    <Modal title={t("title")} width={720} first="button" onClose={onClose}>
      <ModalBody>
        <p className="soft">{t("hint", { days: newsRestoreDays })}</p>
        <ListCard
          caption={t("title")}
          list={list}
          pages={pages}
          columns={columns}
          rowKey={({ id }) => id}
          empty={{ text: t("none") }}
        />
      </ModalBody>
    </Modal>
  );
}

function useColumns(restore: (article: DeletedArticle) => void): Column<DeletedArticle>[] {
  const { t } = useTranslation("news");
  return useMemo(
    () => [
      column.text(t("columns.heading"), 220, nameOf, { grow: 3 }),
      column.day(t("columns.date"), 112, ({ news_date }) => news_date),
      column.moment(t("deleted.at"), 110, ({ deleted_at }) => deleted_at),
      column.actions(
        t("columns.actions"),
        110,
        (article) => (
          <button
            type="button"
            className="quiet"
            aria-label={t("deleted.restoreOne", { name: nameOf(article) })}
            onClick={() => restore(article)}
          >
            {t("deleted.restore")}
          </button>
        ),
        { align: "end" },
      ),
    ],
    [t, restore],
  );
}
