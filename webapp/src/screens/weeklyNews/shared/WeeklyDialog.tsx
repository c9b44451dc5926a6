import { useMemo, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { maxWeeklyNews } from "@/api/gen/constants";
import { send } from "@/api/mutation";
import { replaceErrorIds } from "@/lib/errors/errorIds";
import { nameOf } from "@/screens/news/shared/article";
import { Modal, ModalBody } from "@/ui/dialog/Modal";
import { Alert } from "@/ui/feedback/Alert";
import { ErrorState } from "@/ui/feedback/ErrorState";
import type { GetFieldProps } from "@/ui/fields/useFieldProps";
import { FormDialog } from "@/ui/form/FormDialog";
import { useRecordVersion } from "@/ui/form/useRecordVersion";
import { ReorderTable } from "@/ui/reorder/ReorderTable";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import { BestNews } from "./BestNews";
import {
  type Article,
  idsOf,
  putWeeklyNewsRequest,
  readWeeklyList,
  useReloadWeeklyNews,
  useWeeklyNews,
  type WeeklyList,
} from "./weeklyNews";

interface Values {
  news_articles: readonly Article[];
}
export interface WeeklyDialogProps {
  /** The selected articles, which are appended to the current list. */
  chosen: readonly Article[];
  onSaved: () => void;
  onClose: () => void;
}
const rules = {};
/** Validate on every change, so that a corrected error disappears. */
const changed = { shouldDirty: true, shouldValidate: true };

/**
 * Append the selected articles to the weekly list, in an order that the user chooses, and save it as a whole (B 2, B
 * 5).
 */
export function WeeklyDialog({ chosen, onSaved, onClose }: WeeklyDialogProps) {
  const { t } = useTranslation("weeklyNews");
  const list = useWeeklyNews();
  if (!list.rows || list.error)
    return (
      <Modal title={t("dialog.title")} first="button" onClose={onClose}>
        <ModalBody>
          {list.error ? (
            <ErrorState text={t("failed")} error={list.error} busy={list.loading} onRetry={() => void list.reload()} />
          ) : (
            t("dialog.loading")
          )}
        </ModalBody>
      </Modal>
    );
  return <SequenceForm rows={list.rows} chosen={chosen} onSaved={onSaved} onClose={onClose} />;
}

function SequenceForm({ rows, chosen, onSaved, onClose }: WeeklyDialogProps & { rows: readonly Article[] }) {
  const { t } = useTranslation("weeklyNews");
  const reload = useReloadWeeklyNews();
  // The list at the time of opening, because it reloads in the background.
  const [begun] = useState<WeeklyList>(() => ({ articles: rows, order: null }));
  const valuesOf = ({ articles }: WeeklyList): Values => {
    const articleIds = new Set(idsOf(articles));
    return { news_articles: [...articles, ...chosen.filter(({ id }) => !articleIds.has(id))] };
  };
  const { newest, versions } = useRecordVersion<WeeklyList, Values>(begun, {
    read: readWeeklyList,
    valuesOf,
    textOf: (_, articles) => (articles as Article[]).map((article, at) => `${at + 1}. ${nameOf(article)}`).join("\n"),
    fields: { news_articles: t("dialog.title") },
  });
  return (
    <FormDialog<Values>
      title={t("dialog.title")}
      submit={t("dialog.submit")}
      width={640}
      initial={valuesOf(begun)}
      draft="weeklyNews"
      rules={rules}
      call="SetWeeklyNews"
      versions={versions}
      startsChanged
      toRequest={({ news_articles }) => putWeeklyNewsRequest(idsOf(news_articles), newest.current?.order ?? null)}
      send={(request, { news_articles }) =>
        send(request).catch((error: unknown) => {
          throw replaceErrorIds(error, new Map(news_articles.map((article) => [article.id, nameOf(article)])));
        })
      }
      done={t("dialog.saved")}
      onSent={() => {
        onSaved();
        return reload();
      }}
      onClose={onClose}
    >
      {(ask, form) => <Sequence ask={ask} form={form} />}
    </FormDialog>
  );
}

function Sequence({ ask, form }: { ask: GetFieldProps<Values>; form: UseFormReturn<Values> }) {
  const { t } = useTranslation("weeklyNews");
  const { setValue, getValues, watch } = form;
  const articles = watch("news_articles");
  const excess = articles.length - maxWeeklyNews;
  const { error } = ask("news_articles", {
    required: true,
    missing: t("dialog.none"),
    also: () => getValues("news_articles").length <= maxWeeklyNews || t("dialog.tooMany"),
  });
  const message = excess > 0 ? t("dialog.tooMany") : error?.message;
  const numbered = useMemo(() => articles.map((article, at) => ({ ...article, sequence: at + 1 })), [articles]);
  type Row = (typeof numbered)[number];
  const columns = useMemo((): Column<Row>[] => {
    const remove = ({ id }: Row) =>
      setValue(
        "news_articles",
        getValues("news_articles").filter((other) => other.id !== id),
        changed,
      );
    return [
      column.number("sequence", t("columns.sequence"), 52, ({ sequence }) => String(sequence)),
      column.text(["id", "event_name", "title", "news_text"], t("columns.heading"), 300, nameOf, {
        grow: 3,
        heading: true,
      }),
      column.yesNo("published", t("columns.published"), 90, ({ published }) => published),
      column.buttons(t("columns.actions"), 76, (row) => [
        { icon: "close", label: t("remove.action", { name: nameOf(row) }), onClick: () => remove(row) },
      ]),
    ];
  }, [t, setValue, getValues]);
  function move(from: number, to: number) {
    const otherArticles = articles.filter((_, at) => at !== from);
    const moved = articles[from];
    if (moved) setValue("news_articles", [...otherArticles.slice(0, to), moved, ...otherArticles.slice(to)], changed);
  }
  return (
    <>
      <p className="soft">{t("dialog.hint")}</p>
      <ReorderTable
        caption={t("dialog.title")}
        columns={columns}
        rows={numbered}
        rowKey={({ id }) => id}
        nameOf={nameOf}
        total={numbered.length}
        onMove={move}
        marked={new Set(idsOf(articles.slice(maxWeeklyNews)))}
      />
      <BestNews
        listed={articles}
        onAdd={(article) => setValue("news_articles", [...getValues("news_articles"), article], changed)}
      />
      {message && <Alert text={message}>{excess > 0 && <p>{t("dialog.excess", { count: excess })}</p>}</Alert>}
    </>
  );
}
