import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatNumber } from "@/lib/format/numbers";
import { formatDay } from "@/lib/time/dates";
import { Text } from "@/ui/cells/cells";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import { type Duplicate, duplicateUrl } from "./duplicates";
import css from "./NewsScreen.module.css";
import type { Article } from "./news";
import { nameOf } from "./shared/article";
import { SourceLink } from "./shared/SourceLink";
import { useTypeName } from "./shared/useTypeName";

/** Columns of the news feed; `duplicates` are the duplicates by article id. */
export function useNewsColumns(
  edit: (article: Article) => void,
  view: (article: Article) => void,
  duplicates: ReadonlyMap<number, readonly Duplicate[]>,
): Column<Article>[] {
  const { t } = useTranslation("news");
  const typeName = useTypeName();
  return useMemo(
    () => [
      column.custom(
        ["id", "event_name", "title", "news_text"],
        t("columns.heading"),
        320,
        (article: Article) => (
          <span>
            <Text value={nameOf(article)} />
            <DuplicateBadges duplicates={duplicates.get(article.id) ?? []} />
          </span>
        ),
        { grow: 3, wrap: true },
      ),
      column.text("news_type", t("columns.type"), 86, ({ news_type }) => typeName(news_type), {
        below: t("columns.heading"),
      }),
      column.custom(
        ["source_name", "source_link"],
        t("columns.source"),
        120,
        (article: Article) => (
          <span>
            <SourceLink article={article} />
            {article.source_changed_at && <span className={css.newer}>{t("feeds.newerThere")}</span>}
          </span>
        ),
        { grow: 1, wrap: true, below: t("columns.heading") },
      ),
      column.day("news_date", t("columns.date"), 104, ({ news_date }) => news_date),
      column.yesNo("published", t("columns.published"), 88, ({ published }) => published),
      column.tags("news_tags", t("columns.tags"), 190, ({ news_tags }) => news_tags.map(({ tag_name }) => tag_name)),
      column.figure("viewed_count", t("columns.viewed"), 84, ({ viewed_count }) => formatNumber(viewed_count)),
      column.figure("shared_count", t("columns.shared"), 84, ({ shared_count }) => formatNumber(shared_count), {
        below: t("columns.viewed"),
      }),
      column.buttons(t("columns.actions"), 96, (article) => [
        { icon: "shown", label: t("doctorView.action", { name: nameOf(article) }), onClick: () => view(article) },
        { icon: "edit", label: t("form.action", { name: nameOf(article) }), onClick: () => edit(article) },
      ]),
    ],
    [t, typeName, edit, view, duplicates],
  );
}

/** Duplicates of an article, each with a link to the feed filtered for it. */
function DuplicateBadges({ duplicates }: { duplicates: readonly Duplicate[] }) {
  const { t } = useTranslation("news", { keyPrefix: "duplicates" });
  return duplicates.map((duplicate) => (
    <span key={duplicate.id} className={css.newer}>
      {t(duplicate.same_address ? "sameAddress" : "sameHeading")}{" "}
      <Link to={duplicateUrl(duplicate)}>{calledIn(duplicate, t("unnamed"))}</Link>
    </span>
  ));
}

const calledIn = ({ name, news_date }: Duplicate, unnamed: string) => `${name ?? unnamed} (${formatDay(news_date)})`;
