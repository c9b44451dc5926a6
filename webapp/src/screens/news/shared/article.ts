import type { components } from "@/api/gen/schema";

type Named = Pick<components["schemas"]["NewsArticle"], "id" | "title" | "news_text"> & { event_name?: string | null };

/** Maximum length for one line of a list. */
const shownLetters = 80;

/** Title of an article: its name, or the beginning of its text (B-64). */
export function nameOf({ id, event_name, title, news_text }: Named): string {
  const text = news_text.trim().replace(/\s+/g, " ");
  const beginning = text.length > shownLetters ? `${text.slice(0, shownLetters).trimEnd()}…` : text;
  return event_name || title || beginning || `#${id}`;
}
