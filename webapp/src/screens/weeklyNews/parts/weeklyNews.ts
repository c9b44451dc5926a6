import { api } from "@/api/client";
import type { components } from "@/api/gen/schema";
import { useList, useRefresh } from "@/api/hooks";
import { nameOf } from "@/screens/news/parts/article";

export type Article = components["schemas"]["NewsArticle"];
export type WeeklyArticle = components["schemas"]["WeeklyArticle"];

const path = "/admin/weekly_news";
const bestPath = "/careops/weekly_news/best";

export function useWeeklyNews() {
  return useList(path, { query: {} } as never, ({ data }) => ({
    rows: data.news_articles,
    total: data.news_articles.length,
  }));
}

/** The published articles most read this week that are not on the list. */
export function useBestNews() {
  return useList(bestPath, {}, ({ data }) => ({ rows: data.news_articles, total: data.news_articles.length }));
}

export function useReloadWeeklyNews() {
  const refresh = useRefresh();
  return () => refresh(path, bestPath);
}

/** Has these articles on the list and no others, in this order. */
export function putWeeklyNews(articles: readonly { id: number }[]) {
  const news_articles = articles.map(({ id }, at) => ({ id, sequence: at + 1 }));
  return api.put(path, { body: { news_articles } });
}

export function removeWeeklyNews({ id }: { id: number }) {
  return api.post("/admin/weekly_news/delete", { query: { news_article_ids: String(id) } });
}

/** Numbered titles and links, to be pasted into a message. */
export const asText = (articles: readonly WeeklyArticle[]) =>
  articles.map((article, at) => `${at + 1}. ${nameOf(article)}\n${article.source_link ?? ""}`.trim()).join("\n\n");
