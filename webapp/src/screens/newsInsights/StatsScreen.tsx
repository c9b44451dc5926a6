import { type CSSProperties, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "@/app/paths";
import { formatNumber } from "@/lib/format/numbers";
import { wholeList } from "@/lib/list/listState";
import { useLocalPage } from "@/lib/list/useLocalPage";
import { useTypeName } from "@/screens/news/shared/useTypeName";
import { Page } from "@/ui/layout/Page";
import { ListCard } from "@/ui/list/ListCard";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import { type StatsRow, useNewsStats } from "./newsInsights";
import css from "./StatsScreen.module.css";

/** Filter of the feed for the names of each table. */
const filterOf = {
  top_specialities: "speciality",
  top_cities: "city",
  top_states: "state",
  news_types: "type",
} as const;
type Name = "top_specialities" | "top_cities" | "top_states" | "news_types";
const tables: readonly Name[] = ["top_specialities", "top_cities", "top_states", "news_types"];

/** Statistics of articles by subject (B 2, B-70). */
export function StatsScreen() {
  const { t } = useTranslation("newsInsights");
  const { data, error, isValidating, mutate } = useNewsStats();
  return (
    <Page title={t("stats.title")}>
      <div className={css.tables}>
        {tables.map((name) => (
          <StatsTable
            key={name}
            name={name}
            rows={data?.[name]}
            error={error}
            loading={isValidating}
            reload={() => mutate()}
          />
        ))}
      </div>
    </Page>
  );
}

interface TableProps {
  name: Name;
  rows: readonly StatsRow[] | undefined;
  error: Error | undefined;
  loading: boolean;
  reload: () => Promise<unknown>;
}
/** The table arrives as a whole; paging is local. */
function StatsTable({ name, rows, error, loading, reload }: TableProps) {
  const { t } = useTranslation("newsInsights");
  const typeName = useTypeName();
  const pages = useLocalPage(name);
  const list = { ...wholeList(error ? [] : rows, pages, reload), error, loading };
  const most = Math.max(1, ...(rows ?? []).map(({ count }) => count));
  const columns = useMemo((): Column<StatsRow>[] => {
    const to = (row: StatsRow, also: Record<string, string> = {}) =>
      paths.news({ [filterOf[name]]: row.name, ...also });
    const figure = (
      field: "published_news" | "unpublished_news",
      header: string,
      width: number,
      published: "yes" | "no",
    ) =>
      column.figure<StatsRow>(field, header, width, (row) => formatNumber(row[field]), {
        to: (row) => (row[field] > 0 ? to(row, { published }) : undefined),
      });
    return [
      column.link("name", t("stats.name"), 150, (row) => (name === "news_types" ? typeName(row.name) : row.name), to),
      column.custom(
        ["count", "name"],
        t("stats.count"),
        130,
        (row: StatsRow) => <ShareCell count={row.count} most={most} to={to(row)} />,
        { grow: 2 },
      ),
      figure("published_news", t("stats.published"), 84, "yes"),
      figure("unpublished_news", t("stats.unpublished"), 96, "no"),
    ];
  }, [t, typeName, name, most]);
  return (
    <div>
      <h2 className={css.title}>{t(`stats.${name}`)}</h2>
      <ListCard
        caption={t(`stats.${name}`)}
        list={list}
        pages={pages}
        columns={columns}
        rowKey={(row) => row.name}
        failed={t("failed")}
        empty={{ text: t("stats.empty") }}
      />
    </div>
  );
}

/** A figure with a decorative bar. */
function ShareCell({ count, most, to }: { count: number; most: number; to: string }) {
  return (
    <span className={css.share}>
      <Link className="number" to={to}>
        {formatNumber(count)}
      </Link>
      <span className={css.track} aria-hidden="true">
        <span className={css.bar} style={{ "--share": count / most } as CSSProperties} />
      </span>
    </span>
  );
}
