import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatDay } from "@/lib/dates";
import { type Duplicate, duplicateUrl } from "./duplicates";
import css from "./NewsScreen.module.css";

/** Duplicates of an article, each with a link to the feed filtered for it. */
export function DuplicateBadges({ twins }: { twins: readonly Duplicate[] }) {
  const { t } = useTranslation("news", { keyPrefix: "twins" });
  return twins.map((twin) => (
    <span key={twin.id} className={css.newer}>
      {t(twin.same_address ? "sameAddress" : "sameHeading")}{" "}
      <Link to={duplicateUrl(twin)}>{calledIn(twin, t("unnamed"))}</Link>
    </span>
  ));
}

const calledIn = ({ name, news_date }: Duplicate, unnamed: string) => `${name ?? unnamed} (${formatDay(news_date)})`;
