import type { components } from "@/api/gen/schema";

type Named = Pick<components["schemas"]["NewsArticle"], "id" | "title" | "news_text"> & { event_name?: string | null };

/** What a line of a list has room for. */
const shownLetters = 80;

/** What an article is called: its name, or how its text begins (B-64). */
export function nameOf({ id, event_name, title, news_text }: Named): string {
  const text = news_text.trim().replace(/\s+/g, " ");
  const beginning = text.length > shownLetters ? `${text.slice(0, shownLetters).trimEnd()}…` : text;
  return event_name || title || beginning || `#${id}`;
}
