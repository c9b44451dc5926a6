import { api } from "@/api/client";
import { hasStatus, isNotOffered } from "@/api/errors";
import type { components } from "@/api/gen/schema";
import { useList, useRefresh } from "@/api/hooks";
import { request, send } from "@/api/mutation";
import { versionOf } from "@/api/versions";
import { nameOf } from "@/screens/news/shared/article";

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

/** The most read published articles of this week that are not on the list. */
export function useBestNews() {
  return useList(bestPath, {}, ({ data }) => ({ rows: data.news_articles, total: data.news_articles.length }));
}

export const useReloadWeeklyNews = () => useRefresh(path, bestPath);

type Order = components["schemas"]["WeeklyOrder"];
/** Articles on screen, and the order as version of the list; null if unknown. */
export interface WeeklyList {
  articles: readonly Article[];
  order: Order | null;
}
export const idsOf = (articles: readonly Article[]) => articles.map(({ id }) => id);

async function readOrder(): Promise<Order> {
  const { data } = await api.get("/careops/weekly_news/order", {});
  return data;
}

/** Read the current list. Articles that were already listed keep the data on screen. */
export async function readWeeklyList({ articles }: WeeklyList): Promise<WeeklyList> {
  const order = await readOrder();
  if (String(order.news_article_ids) === String(idsOf(articles))) return { articles, order };
  const articlesById = new Map(articles.map((article) => [article.id, article]));
  const { data } = await api.get(path, { query: {} } as never);
  return { articles: data.news_articles.map((article) => articlesById.get(article.id) ?? article), order };
}

/** Replace the weekly list by these articles in this order; refused if the stored order differs from `order`. */
export function putWeeklyNewsRequest(ids: readonly number[], order: Order | null) {
  const news_articles = ids.map((id, at) => ({ id, sequence: at + 1 }));
  return request.put(path, { body: { news_articles }, ifMatch: order ? versionOf(order) : undefined });
}

/**
 * Move an article within the current list, so that concurrent changes stay. False if it is no longer listed. `seen` is
 * the resulting list for a platform that returns no order.
 */
export async function moveArticle(article: Article, to: number, seen: readonly Article[], tries = 3): Promise<boolean> {
  const order = await readOrder().catch((error: unknown) => {
    if (isNotOffered(error)) return null;
    throw error;
  });
  const { id } = article;
  const ids = order?.news_article_ids ?? idsOf(seen);
  if (!ids.includes(id)) return false;
  const others = ids.filter((other) => other !== id);
  try {
    await send(putWeeklyNewsRequest([...others.slice(0, to), id, ...others.slice(to)], order));
  } catch (error) {
    if (tries === 0 || !hasStatus(error, 412)) throw error;
    return moveArticle(article, to, seen, tries - 1);
  }
  return true;
}

export function removeWeeklyNewsRequest({ id }: { id: number }) {
  return request.post("/admin/weekly_news/delete", { query: { news_article_ids: String(id) } });
}

/** Numbered titles and links to paste into a message. */
export const asText = (articles: readonly WeeklyArticle[]) =>
  articles.map((article, at) => `${at + 1}. ${nameOf(article)}\n${article.source_link ?? ""}`.trim()).join("\n\n");
