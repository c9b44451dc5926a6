import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "@/app/paths";
import { formatNumber } from "@/lib/format/numbers";
import { noFilters, useListQuery } from "@/lib/list/useListQuery";
import { Tool } from "@/ui/layout/Toolbar";
import { ListScreen } from "@/ui/list/ListScreen";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import { DuplicateTags } from "./DuplicateTags";
import { type TagStats, tagOrders, useDuplicateTags, useTagStats } from "./newsInsights";

const choices = { orders: tagOrders };

/** Tags with the figures of their articles, linked to the feed (B 2). */
export function TagsScreen() {
  const { t } = useTranslation("newsInsights");
  const query = useListQuery(noFilters, choices);
  const list = useTagStats(query);
  const duplicates = useDuplicateTags();
  const [merging, setMerging] = useState(false);
  const columns = useMemo((): Column<TagStats>[] => {
    const figure = (name: Exclude<(typeof tagOrders)[number], "tag_name">, also: Record<string, string> = {}) =>
      column.figure<TagStats>(name, t(`tags.${name}`), 140, (tag) => formatNumber(tag[name]), {
        to: (tag) => (tag[name] > 0 ? linkOf(tag, also) : undefined),
        order: name,
      });
    return [
      column.link("tag_name", t("tags.tag_name"), 280, ({ tag_name }) => tag_name, linkOf, { order: "tag_name" }),
      figure("published_news_count", { published: "yes" }),
      figure("shared_news_count"),
      figure("viewed_news_count"),
    ];
  }, [t]);
  return (
    <>
      <ListScreen
        title={t("tags.title")}
        actions={
          duplicates.groups.length > 0 && (
            <Tool
              text={t("duplicates.open", { formatted: formatNumber(duplicates.groups.length) })}
              onClick={() => setMerging(true)}
            />
          )
        }
        query={query}
        list={list}
        failed={t("failed")}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={linkOf}
        empty={{ none: t("tags.empty") }}
      />
      {merging && (
        <DuplicateTags groups={duplicates.groups} onMerged={duplicates.reload} onClose={() => setMerging(false)} />
      )}
    </>
  );
}
const linkOf = ({ id }: TagStats, also: Record<string, string> = {}) => paths.news({ tags: String(id), ...also });
