import { useTranslation } from "react-i18next";
import { useRecordVersion } from "@/ui/form/useRecordVersion";
import { type Article, type ArticleValues, readArticle, toFormValues } from "./news";

/** Conflict handling for articles: labels of the fields, and texts of their values. */
export function useArticleVersions(article: Article | null) {
  const { t } = useTranslation("news", { keyPrefix: "form" });
  const { t: news } = useTranslation("news");
  const { t: common } = useTranslation();

  function textOf(name: keyof ArticleValues & string, value: unknown): string {
    if (value instanceof File) return value.name;
    if (typeof value === "boolean") return common(value ? "yes" : "no");
    if (Array.isArray(value))
      return value.map((each: { name?: string; tag_name?: string }) => each.tag_name ?? each.name).join(", ");
    const text = String(value ?? "");
    if (text === "") return "";
    if (name === "news_type") return news(`types.${text as "CME"}`, { defaultValue: text });
    if (name === "event_type") return news(`eventTypes.${text as "virtual"}`, { defaultValue: text });
    return name === "published" ? common(text === "yes" ? "yes" : "no") : text;
  }
  return useRecordVersion<Article, ArticleValues>(article, {
    read: readArticle,
    valuesOf: toFormValues,
    textOf,
    along: { pharma: ["basic_pharma_id"] },
    fields: {
      news_type: t("type"),
      news_date: t("date"),
      pharma: t("pharma"),
      title: t("heading"),
      news_text: t("text"),
      source_name: t("source"),
      source_link: t("link"),
      photo_url: t("photo"),
      tags: t("tags"),
      specialities: t("specialities"),
      city: t("city"),
      state: t("state"),
      news_label: t("label"),
      published: t("published"),
      all_day: t("allDay"),
      start_day: t("from"),
      start_time: t("fromTime"),
      end_day: t("end"),
      end_time: t("endTime"),
      event_type: t("eventType"),
      credit_hours: t("creditHours"),
    },
  });
}
