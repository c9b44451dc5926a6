import { useTranslation } from "react-i18next";
import { formatMoment } from "@/lib/time/dates";
import { Detail } from "@/ui/cells/cells";
import { Picture } from "@/ui/cells/Picture";
import css from "./NewsScreen.module.css";
import { type Article, eventTimes } from "./news";

/** Fields of an article without a column: its text and the fields of its type. */
export function ArticleDetails({ article }: { article: Article }) {
  const { t } = useTranslation("news");
  const { t: common } = useTranslation();
  const [from, until] = eventTimes(article);
  const kind = article.event_type === "in-person" ? "in-person" : "virtual";
  const parts: [name: string, value: string | null | undefined][] = [
    [
      t("feeds.newer"),
      article.source_changed_at && t("feeds.newerSince", { at: formatMoment(article.source_changed_at) }),
    ],
    [t("columns.city"), article.city],
    [t("columns.state"), article.state],
    [t("columns.specialities"), article.basic_clinic_specialities.join(", ")],
    [t("columns.label"), article.news_label],
    [t("columns.pharma"), article.pharma_name],
    [t("columns.from"), from],
    [t("columns.until"), until],
    [t("columns.allDay"), article.news_type === "CME" ? common(article.all_day ? "yes" : "no") : null],
    [t("columns.eventType"), article.event_type && t(`eventTypes.${kind}`)],
    [t("columns.creditHours"), article.credit_hours?.toString()],
  ];
  return (
    <div className={css.details}>
      {article.photo_url && (
        <Picture address={article.photo_url} open={common("picture.open")} download={common("picture.download")} />
      )}
      <p className={css.text}>{article.news_text}</p>
      <dl>
        {parts.map(
          ([name, value]) =>
            value && (
              <Detail key={name} name={name}>
                {value}
              </Detail>
            ),
        )}
      </dl>
    </div>
  );
}
