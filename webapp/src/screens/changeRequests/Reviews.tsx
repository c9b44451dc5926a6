import { useTranslation } from "react-i18next";
import { formatMoment } from "@/lib/dates";
import { labelOf } from "@/lib/labels";
import { formatNumber } from "@/lib/numbers";
import { StatusTag } from "@/ui/cells/StatusTag";
import css from "./ChangeRequestScreen.module.css";
import type { ChangeRequestDetail } from "./shared/changeRequests";

/** Verdicts with their reasons, newest first. Those of earlier revisions are marked. */
export function Reviews({ detail: { request, reviews } }: { detail: ChangeRequestDetail }) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "reviews" });
  const verdicts = t("verdicts", { returnObjects: true });
  const isReviewed = reviews.some(({ revision }) => revision === request.revision);
  return (
    <>
      {!isReviewed && <p className="soft">{t("empty")}</p>}
      <ul className={css.reviews}>
        {reviews.map(({ user_id, user_name, verdict, reason, revision, reviewed_at }) => {
          const isCurrent = revision === request.revision;
          const tone = verdict === "approve" ? "good" : "bad";
          return (
            <li key={`${user_id} ${revision}`}>
              <div className={css.review}>
                <StatusTag text={labelOf(verdicts, verdict) ?? verdict} tone={isCurrent ? tone : "neutral"} />
                <strong>{user_name}</strong>
                <span className="soft number">{formatMoment(reviewed_at)}</span>
              </div>
              {reason && <p>{reason}</p>}
              {!isCurrent && <p className="soft">{t("earlier", { number: formatNumber(revision) })}</p>}
            </li>
          );
        })}
      </ul>
    </>
  );
}
