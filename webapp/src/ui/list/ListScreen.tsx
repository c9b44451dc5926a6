import { Button } from "@blueprintjs/core";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { searchDebounceMs } from "@/api/gen/constants";
import { plural } from "@/lib/format/numbers";
import { rememberOrder } from "@/lib/list/listOrders";
import { useRememberListUrl } from "@/lib/list/listUrls";
import type { ListQuery, Pages } from "@/lib/list/useListQuery";
import { CollapsedFilters, countActiveFilters } from "../filters/CollapsedFilters";
import { SearchField } from "../filters/SearchField";
import { Page } from "../layout/Page";
import { ListCard, type ListCardProps, overflows } from "./ListCard";
import css from "./ListScreen.module.css";
import { ListToolsPlace } from "./listContext";

interface Props<Row, Name extends string>
  extends Omit<ListCardProps<Row>, "caption" | "pages" | "empty" | "ordering" | "views"> {
  title: string;
  /** Title of the browser tab, if it is longer than the heading. */
  documentTitle?: string;
  actions?: ReactNode;
  query: ListQuery<Name>;
  /** Search field for the filter "search", if the list has one. The default delay is `searchDebounceMs`. */
  search?: "search" extends Name ? { label: string; hint: string; delay?: number } : never;
  filters?: ReactNode;
  /** Noun for the number of all rows. */
  counted?: "records" | "results";
  empty: { none: string; noMatch?: string; noMatchHint?: string };
  /** Name of the table, if the heading is that of several lists. */
  caption?: string;
  /** Tabs below the heading. */
  tabs?: ReactNode;
  /** The list updates live, and reports when updates stop. */
  live?: boolean;
  /** Content above the table, such as a form or the actions for selected rows. */
  children?: ReactNode;
}

/** Screen with a list: title, actions, search, filters, table and pager. */
export function ListScreen<Row, Name extends string>(props: Props<Row, Name>) {
  const {
    title,
    documentTitle = title,
    caption = title,
    tabs,
    actions,
    query,
    search,
    filters,
    counted = "records",
    empty,
    live = false,
    children,
    ...card
  } = props;
  const { t } = useTranslation();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const { list } = card;
  useRememberListUrl();
  useRememberOrder(card, query);
  const { none, noMatch = none, noMatchHint } = empty;
  const others = (Object.keys(query.values) as Name[]).filter((name) => name !== "search");
  return (
    <Page
      title={title}
      documentTitle={documentTitle}
      actions={actions}
      live={live}
      count={overflows(list, query) && t(counted, plural(list.total))}
    >
      {tabs}
      <div className={css.line}>
        {(search || filters) && (
          <search className={css.filters}>
            {search && <Search query={query as ListQuery<string>} {...search} />}
            {filters && <CollapsedFilters on={countActiveFilters(query.values, others)}>{filters}</CollapsedFilters>}
            {query.filtered && <Button text={t("clearFilters")} onClick={query.clear} />}
          </search>
        )}
        <div ref={setPlace} className={css.tools} />
      </div>
      {search && (
        <p role="status" className={css.spelt}>
          {!!list.spelt?.length && t("lists.spelt", { words: list.spelt.join(", ") })}
        </p>
      )}
      {children}
      <ListToolsPlace value={place}>
        <ListCard
          caption={caption}
          pages={query}
          ordering={query}
          views
          empty={query.filtered ? { text: noMatch, ...(noMatchHint && { hint: noMatchHint }) } : { text: none }}
          {...card}
        />
      </ListToolsPlace>
    </Page>
  );
}

/** Remember the rows for the way from record to record, if they have addresses. */
function useRememberOrder<Row>(
  { list, rowKey, rowLink }: Pick<ListCardProps<Row>, "list" | "rowKey" | "rowLink">,
  pages: Pages,
) {
  const { pathname } = useLocation();
  const { rows, total, earlier, readPage } = list;
  const { page, perpage } = pages;
  useEffect(() => {
    if (!rows || earlier || !rowLink || !readPage) return;
    const idsOf = (some: readonly Row[]) => some.map((row) => Number(rowKey(row)));
    const readIds = async (other: number) => idsOf(await readPage(other));
    rememberOrder(pathname, { page, perpage, total, ids: idsOf(rows), readIds });
  });
}

interface SearchProps {
  query: ListQuery<string>;
  label: string;
  hint: string;
  delay?: number;
}
function Search({ query, delay = searchDebounceMs, ...field }: SearchProps) {
  return (
    <div className={css.search}>
      <SearchField
        {...field}
        delay={delay}
        value={query.values.search ?? ""}
        cleared={query.cleared}
        onSearch={(search) => query.set({ search })}
      />
    </div>
  );
}
