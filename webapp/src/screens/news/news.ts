import { api } from "@/api/client";
import type { EventType, newsType } from "@/api/gen/choices";
import { findNewsArticlesRules, listNewsArticlesRules, searchCatalogueRules } from "@/api/gen/rules";
import type { components } from "@/api/gen/schema";
import { useList, useRecord, useRefresh } from "@/api/hooks";
import { type Mutation, request, send } from "@/api/mutation";
import { versionOf } from "@/api/versions";
import { dayFilter } from "@/lib/list/dayFilters";
import { choiceFilter, type ListQuery, type Pages, patternFilter, textFilter } from "@/lib/list/useListQuery";
import { dayAndTimeOf, dayOf, formatDay, formatMoment, isDay, momentAt } from "@/lib/time/dates";

export type Article = components["schemas"]["NewsArticle"];
export type DeletedArticle = components["schemas"]["DeletedArticle"];
export type Tag = components["schemas"]["NewsTag"];
type Firm = components["schemas"]["CatalogueEntry"];

const listPath = "/admin/news_articles/list";
const ownPath = "/careops/news_articles";
const deletedPath = "/careops/deleted_news_articles";

/** Filters in the address bar. The data may contain unknown types, so every word is valid. */
export const newsFilters = {
  search: textFilter(listNewsArticlesRules.search_text.maxLength),
  published: choiceFilter("yes", "no"),
  tags: patternFilter(listNewsArticlesRules.news_tag_ids.pattern),
  type: textFilter(listNewsArticlesRules.news_type.maxLength),
  start: dayFilter,
  end: dayFilter,
  // Set by links from the statistics.
  city: textFilter(findNewsArticlesRules.city.maxLength),
  state: textFilter(findNewsArticlesRules.state.maxLength),
  speciality: textFilter(findNewsArticlesRules.speciality.maxLength),
};
export type NewsQuery = ListQuery<keyof typeof newsFilters>;
type Values = NewsQuery["values"];

/** Filters of the list; filters that are off are not sent. */
function toQuery({ search, published, tags, type, start, end }: Values) {
  const text = search.trim();
  return {
    ...(text && { search_text: text }),
    ...(published && { published: published === "yes" }),
    ...(tags && { news_tag_ids: tags }),
    ...(type.trim() && { news_type: type.trim() }),
    ...(start && { start_time: start }),
    ...(end && { end_time: end }),
  };
}

/** Filters that only our own list has; the documented one lacks them. */
const isOwn = ({ city, state, speciality }: Values) => !!city || !!state || !!speciality;
const ownQuery = (values: Values) => ({
  ...toQuery(values),
  ...(values.city && { city: values.city }),
  ...(values.state && { state: values.state }),
  ...(values.speciality && { speciality: values.speciality }),
});

const pageOf = ({ data, meta }: { data: { attributes: Article }[]; meta: { total_records: number } }) => ({
  rows: data.map(({ attributes }) => attributes),
  total: meta.total_records,
});

const foundOwn = ({ data }: { data: { news_articles: Article[]; total_records: number } }) => ({
  rows: data.news_articles,
  total: data.total_records,
});

/** `wait` while the days are in the wrong order. */
export function useNews({ page, perpage, values }: NewsQuery, wait: boolean) {
  const own = isOwn(values);
  const all = useList(listPath, wait || own ? null : { query: { page, perpage, ...toQuery(values) } }, pageOf);
  const ours = useList(ownPath, wait || !own ? null : { query: { page, perpage, ...ownQuery(values) } }, foundOwn);
  return own ? ours : all;
}

/** Read one page of the same list without rendering it. */
export async function readNews(values: Values, { page, perpage }: { page: number; perpage: number }) {
  if (isOwn(values)) return foundOwn(await api.get(ownPath, { query: { page, perpage, ...ownQuery(values) } }));
  return pageOf(await api.get(listPath, { query: { page, perpage, ...toQuery(values) } }));
}

/** All tags, for filter and form; reloaded with the screen, because other users add and merge tags. */
export function useTags() {
  const { data, mutate } = useRecord("/admin/news_tags", { query: {} }, (reply) => Array.isArray(reply.data));
  return { tags: data?.data.map(({ attributes }) => attributes) ?? [], reloadTags: mutate };
}

type PageOf = Pick<Pages, "page" | "perpage">;
const deletedQuery = ({ page, perpage }: PageOf, search: string) => {
  const text = search.trim();
  return { page, perpage, ...(text && { search_text: text }) };
};
const foundDeleted = ({ data }: { data: { news_articles: DeletedArticle[]; total_records: number } }) => ({
  rows: data.news_articles,
  total: data.total_records,
});

export function useDeleted(pages: Pages, search: string) {
  return useList(deletedPath, { query: deletedQuery(pages, search) }, foundDeleted);
}

/** Read one page of the same list without rendering it. */
export async function readDeleted(page: PageOf, search: string) {
  return foundDeleted(await api.get(deletedPath, { query: deletedQuery(page, search) }));
}

export const useReloadNews = () => useRefresh(listPath, ownPath, deletedPath);

/** Search pharma firms by the beginning of their name (B-63). */
export async function searchFirms(typed: string, signal: AbortSignal): Promise<Firm[]> {
  const name = typed.slice(0, searchCatalogueRules.query.match_phrase_prefix.name.maxLength);
  const body = { index: "pharma_firms", size: 50, query: { match_phrase_prefix: { name } } } as const;
  const { hits } = await api.post("/_search", { body, signal });
  return hits.hits.map(({ _source }) => _source);
}

const joined = (articles: readonly { id: number }[]) => articles.map(({ id }) => id).join(",");

export function publishNewsRequest(articles: readonly Article[], notice: string) {
  const text = notice.trim();
  return request.post("/admin/news_articles/publish", {
    query: { ids: joined(articles) },
    body: text ? { notify_desc: text } : {},
  });
}
export function deleteNewsRequest(articles: readonly Article[]) {
  return request.post("/admin/news_articles/delete", { query: { ids: joined(articles) } });
}
export function restoreNews(articles: readonly DeletedArticle[]) {
  return send(request.post("/careops/news_articles/restore", { query: { ids: joined(articles) } }));
}

/** An article as form values: texts, except for selections and checkboxes. */
export interface ArticleValues {
  news_type: string;
  news_date: string;
  title: string;
  news_text: string;
  source_name: string;
  source_link: string;
  photo_url: File | string | null;
  published: string;
  tags: readonly { id?: number; tag_name: string }[];
  tag: string;
  news_label: string;
  city: string;
  state: string;
  specialities: readonly Firm[];
  speciality: string;
  basic_pharma_id: string;
  pharma: string;
  all_day: boolean;
  start_day: string;
  start_time: string;
  end_day: string;
  end_time: string;
  event_type: string;
  credit_hours: string;
}

export const emptyArticle = (today: string): ArticleValues => ({
  news_type: "",
  news_date: today,
  title: "",
  news_text: "",
  source_name: "",
  source_link: "",
  photo_url: null,
  published: "no",
  tags: [],
  tag: "",
  news_label: "",
  city: "",
  state: "",
  specialities: [],
  speciality: "",
  basic_pharma_id: "",
  pharma: "",
  all_day: false,
  start_day: "",
  start_time: "",
  end_day: "",
  end_time: "",
  event_type: "virtual",
  credit_hours: "",
});

export function toFormValues(article: Article): ArticleValues {
  const [startDay, startTime] = dayAndTimeOf(article.event_start_ts);
  const [endDay, endTime] = dayAndTimeOf(article.event_end_ts);
  return {
    news_type: article.news_type,
    news_date: article.news_date,
    title: article.event_name ?? article.title ?? "",
    news_text: article.news_text,
    source_name: article.source_name ?? "",
    source_link: article.source_link ?? "",
    photo_url: article.photo_url,
    published: article.published ? "yes" : "no",
    tags: article.news_tags,
    tag: "",
    news_label: article.news_label ?? "",
    city: article.city ?? "",
    state: article.state ?? "",
    // The answer has no catalogue ids, so use temporary unique ones.
    specialities: article.basic_clinic_specialities.map((name, at) => ({ id: -1 - at, name })),
    speciality: "",
    basic_pharma_id: article.basic_pharma_id?.toString() ?? "",
    pharma: article.pharma_name ?? (article.basic_pharma_id === null ? "" : `#${article.basic_pharma_id}`),
    all_day: article.all_day,
    start_day: startDay,
    start_time: article.all_day ? "" : startTime,
    end_day: endDay,
    end_time: article.all_day ? "" : endTime,
    event_type: article.event_type ?? "virtual",
    credit_hours: article.credit_hours?.toString() ?? "",
  };
}

const moment = (day: string, time: string, allDay: boolean) =>
  isDay(day) ? momentAt(day, allDay || !time ? "00:00" : time) : null;
const orNull = (text: string) => text.trim() || null;

/** True if the event of the form has ended; an all-day event ends with its last day. */
export function isOver({ end_day, end_time, all_day }: ArticleValues, now: Date): boolean {
  const end = moment(end_day, end_time, all_day);
  return end !== null && Date.parse(end) + (all_day ? 86_400_000 : 0) <= now.getTime();
}

/** Request body for the form values, without fields of other types (B-67). */
function bodyOf(values: ArticleValues, before: Article | null, photo: string | null) {
  const isEvent = values.news_type === "CME";
  return {
    news_type: values.news_type as (typeof newsType)[number],
    news_date: values.news_date,
    title: orNull(values.title),
    news_text: values.news_text.trim(),
    source_name: values.source_name.trim(),
    source_link: values.source_link.trim(),
    source_thumbnail_url: before?.source_thumbnail_url ?? null,
    photo_url: photo,
    published: values.published === "yes",
    news_tags: values.tags.map(({ id, tag_name }) => (id === undefined ? { tag_name } : { id })),
    news_label: orNull(values.news_label),
    city: orNull(values.city),
    state: orNull(values.state),
    basic_clinic_specialities: values.specialities.map(({ name }) => name),
    ...(values.news_type === "PHARMA" && { basic_pharma_id: Number(values.basic_pharma_id) || null }),
    ...(isEvent && {
      event_name: orNull(values.title),
      event_start_ts: moment(values.start_day, values.start_time, values.all_day),
      event_end_ts: moment(values.end_day, values.end_time, values.all_day),
      all_day: values.all_day,
      event_type: values.event_type as EventType,
      credit_hours: values.credit_hours.trim() ? Number(values.credit_hours) : null,
    }),
  };
}

export async function readArticle({ id }: Article): Promise<Article> {
  const { data } = await api.get("/careops/news_articles/{article_id}", { path: { article_id: id } });
  return data;
}

/** Add an article, or change the given one with its version. `photo` is the address of its picture. */
export function saveArticleRequest(values: ArticleValues, before: Article | null, photo: string | null): Mutation {
  const body = { news_article: bodyOf(values, before, photo) };
  if (!before) return request.post("/admin/news_articles", { body });
  const path = { article_id: before.id };
  return request.put("/admin/news_articles/{article_id}", { path, body, ifMatch: versionOf(before) });
}

/** Start and end of an event; only days if it lasts all day. */
export function eventTimes({ event_start_ts, event_end_ts, all_day }: Article) {
  const toTime = (at: string | null) => {
    if (!at) return null;
    return all_day ? formatDay(dayOf(at)) : formatMoment(at);
  };
  return [toTime(event_start_ts), toTime(event_end_ts)] as const;
}
