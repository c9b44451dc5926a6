import { useId } from "react";
import { useTranslation } from "react-i18next";
import { maxWeeklyNews } from "@/api/gen/constants";
import { formatNumber } from "@/lib/format/numbers";
import { nameOf } from "@/screens/news/shared/article";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { IconButton } from "@/ui/icons/IconButton";
import css from "./BestNews.module.css";
import { type Article, useBestNews } from "./weeklyNews";

interface Props {
  /** Articles in the form; they are not offered again. */
  listed: readonly Article[];
  onAdd: (article: Article) => void;
}

/** Most read articles of the week, each with an add button. */
export function BestNews({ listed, onAdd }: Props) {
  const { t } = useTranslation("weeklyNews", { keyPrefix: "best" });
  const id = useId();
  const best = useBestNews();
  const listedIds = new Set(listed.map((article) => article.id));
  const offered = (best.rows ?? []).filter((article) => !listedIds.has(article.id));
  const isFull = listed.length >= maxWeeklyNews;
  return (
    <section aria-labelledby={id} className={css.best}>
      <h3 id={id}>{t("title")}</h3>
      <p className="soft">{isFull ? t("full", { most: maxWeeklyNews }) : t("hint")}</p>
      {best.error && (
        <ErrorState text={t("failed")} error={best.error} busy={best.loading} onRetry={() => void best.reload()} />
      )}
      {best.rows && !best.error && offered.length === 0 && <p>{t("none")}</p>}
      <ul>
        {offered.map((article) => (
          <li key={article.id}>
            <span className={css.article}>
              <span>{nameOf(article)}</span>
              <span className="soft">
                {t("read", { views: formatNumber(article.week_views), shares: formatNumber(article.week_shares) })}
              </span>
            </span>
            {!isFull && (
              <IconButton icon="add" label={t("add", { name: nameOf(article) })} onClick={() => onAdd(article)} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
