import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatDay } from "@/lib/time/dates";
import { type Duplicate, duplicateUrl } from "./duplicates";
import css from "./NewsScreen.module.css";

/** Duplicates of an article, each with a link to the feed filtered for it. */
export function DuplicateBadges({ duplicates }: { duplicates: readonly Duplicate[] }) {
  const { t } = useTranslation("news", { keyPrefix: "duplicates" });
  return duplicates.map((duplicate) => (
    <span key={duplicate.id} className={css.newer}>
      {t(duplicate.same_address ? "sameAddress" : "sameHeading")}{" "}
      <Link to={duplicateUrl(duplicate)}>{calledIn(duplicate, t("unnamed"))}</Link>
    </span>
  ));
}

const calledIn = ({ name, news_date }: Duplicate, unnamed: string) => `${name ?? unnamed} (${formatDay(news_date)})`;
