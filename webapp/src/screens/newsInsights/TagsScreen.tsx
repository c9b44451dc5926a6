import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "@/app/paths";
import { grouped } from "@/lib/numbers";
import { useListQuery } from "@/lib/useListQuery";
import { column } from "@/ui/columns";
import type { Column } from "@/ui/DataTable";
import { ListScreen } from "@/ui/ListScreen";
import { type TagStats, tagOrders, useTagStats } from "./newsInsights";

const noFilters = {};
const choices = { orders: tagOrders };

/** Tags, and what became of their articles; a tag leads to its articles (B 2). */
export function TagsScreen() {
  const { t } = useTranslation("newsInsights");
  const query = useListQuery(noFilters, choices);
  const list = useTagStats(query);
  const columns = useMemo((): Column<TagStats>[] => {
    const figure = (name: "shared_news_count" | "viewed_news_count") =>
      column.number<TagStats>(t(`tags.${name}`), 140, (tag) => grouped(tag[name]), { order: name });
    return [
      column.link(t("tags.tag_name"), 280, ({ tag_name }) => tag_name, linkOf, { order: "tag_name" }),
      column.link<TagStats>(
        t("tags.published_news_count"),
        140,
        ({ published_news_count }) => grouped(published_news_count),
        ({ id, published_news_count }) =>
          published_news_count > 0 ? paths.news({ tags: String(id), published: "yes" }) : undefined,
        { grow: 0, order: "published_news_count" },
      ),
      figure("shared_news_count"),
      figure("viewed_news_count"),
    ];
  }, [t]);
  return (
    <ListScreen
      title={t("tags.title")}
      query={query}
      list={list}
      failed={t("failed")}
      columns={columns}
      rowKey={({ id }) => id}
      rowLink={linkOf}
      empty={{ none: t("tags.empty") }}
    />
  );
}
const linkOf = ({ id }: TagStats) => paths.news({ tags: String(id) });
