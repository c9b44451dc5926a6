import type { components } from "@/api/gen/schema";

type Named = Pick<components["schemas"]["NewsArticle"], "id" | "title" | "news_text"> & { event_name?: string | null };

/** What an article is called: its name, or how its text begins (B-64). */
export function nameOf({ id, event_name, title, news_text }: Named): string {
  const text = news_text.trim().replace(/\s+/g, " ");
  return event_name || title || (text.length > 80 ? `${text.slice(0, 80).trimEnd()}…` : text) || `#${id}`;
}
