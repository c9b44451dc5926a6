import { useMemo } from "react";
import { api } from "@/api/client";
import { isNotOffered } from "@/api/errors";
import { maxIds } from "@/api/gen/constants";
import type { components } from "@/api/gen/schema";
import { useRecord } from "@/api/hooks";
import { paths } from "@/app/paths";
import type { Article, ArticleValues } from "./news";
import { nameOf } from "./shared/article";

export type Duplicate = components["schemas"]["Duplicate"];
/** The name of an article to publish, and a duplicate of it. */
export interface DuplicatePair {
  name: string;
  duplicate: Duplicate;
}

const path = "/careops/news_articles/twins";
const joined = (articles: readonly { id: number }[]) => articles.map(({ id }) => id).join(",");

/** Duplicates of the articles of a page, by article id. */
export function useDuplicates(articles: readonly Article[] | undefined): ReadonlyMap<number, readonly Duplicate[]> {
  const { data } = useRecord(path, articles?.length ? { query: { ids: joined(articles) } } : null, (reply) =>
    Array.isArray(reply.data.twins),
  );
  const duplicates = data?.data.twins;
  return useMemo(() => {
    const byArticle = new Map<number, Duplicate[]>();
    for (const duplicate of duplicates ?? []) {
      const of = duplicate.article_id ?? 0;
      byArticle.set(of, [...(byArticle.get(of) ?? []), duplicate]);
    }
    return byArticle;
  }, [duplicates]);
}

/**
 * Pairs of duplicates that would both be published, each once: among the selected articles, or with a published one.
 */
export async function findPublishedPairs(chosen: readonly Article[]): Promise<DuplicatePair[]> {
  const coming = new Map(chosen.filter(({ published }) => !published).map((article) => [article.id, article]));
  const ids = [...coming.values()];
  const pairs: DuplicatePair[] = [];
  const seenPairs = new Set<string>();
  for (let start = 0; start < ids.length; start += maxIds) {
    const { data } = await orNoDuplicates(api.get(path, { query: { ids: joined(ids.slice(start, start + maxIds)) } }));
    for (const duplicate of data.twins) {
      const article = coming.get(duplicate.article_id ?? 0);
      if (!article || !(duplicate.published || coming.has(duplicate.id))) continue;
      const both = [article.id, duplicate.id].sort((a, b) => a - b).join();
      if (!seenPairs.has(both)) pairs.push({ name: nameOf(article), duplicate });
      seenPairs.add(both);
    }
  }
  return pairs;
}

/** Published duplicates of the article in the form. */
export async function findPublishedDuplicates(
  values: ArticleValues,
  article: Article | null,
): Promise<DuplicatePair[]> {
  if (values.published !== "yes" || article?.published) return [];
  const title = values.title.trim();
  const { data } = await orNoDuplicates(
    api.get("/careops/news_articles/alike", {
      query: {
        news_date: values.news_date,
        ...(title && { title }),
        source_link: values.source_link.trim(),
        ...(article && { but: article.id }),
      },
    }),
  );
  return data.twins.filter(({ published }) => published).map((duplicate) => ({ name: title, duplicate }));
}

/** A platform without the duplicate check returns none, so articles are published without a question. */
async function orNoDuplicates(asking: Promise<{ data: { twins: Duplicate[] } }>) {
  try {
    return await asking;
  } catch (error) {
    if (isNotOffered(error)) return { data: { twins: [] } };
    throw error;
  }
}

/** Address of the feed filtered for the duplicate. */
export const duplicateUrl = ({ name, news_date }: Duplicate) =>
  paths.news({ ...(name && { search: name }), start: news_date, end: news_date });
