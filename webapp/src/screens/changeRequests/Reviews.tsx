import { useTranslation } from "react-i18next";
import { callTexts } from "@/lib/format/callTexts";
import { labelOf } from "@/lib/format/labels";
import { formatNumber, plural } from "@/lib/format/numbers";
import { formatMoment } from "@/lib/time/dates";
import { StatusTag } from "@/ui/cells/StatusTag";
import css from "./ChangeRequestScreen.module.css";
import type { ChangeRequestDetail } from "./shared/changeRequests";

/** Required approvals, verdicts and emergencies, newest first. Verdicts of earlier revisions are marked. */
export function Reviews({ detail: { reviews, required_approvals, bypasses } }: { detail: ChangeRequestDetail }) {
  const { t } = useTranslation("changeRequests");
  const { t: common } = useTranslation();
  const listOf = (names: readonly string[], texts: object = {}) => names.map((name) => labelOf(texts, name)).join(", ");
  return (
    <>
      {required_approvals.length > 0 && (
        <ul aria-label={t("approvals.title")}>
          {required_approvals.map(({ call, condition, field, missing, roles, approved_by }) => {
            const words = {
              call: labelOf(callTexts(t), call) ?? call,
              roles: listOf(roles, common("accountTypes", { returnObjects: true })),
              names: listOf(approved_by),
            };
            return (
              <li key={`${call} ${condition} ${field}`}>
                {missing > 0
                  ? t("approvals.missing", { ...words, ...plural(missing) })
                  : t("approvals.complete", words)}
              </li>
            );
          })}
        </ul>
      )}
      {!reviews.some(({ counts }) => counts) && <p className="soft">{t("reviews.empty")}</p>}
      <ul className={css.reviews}>
        {reviews.map((review) => {
          const tone = review.verdict === "approve" ? "good" : "bad";
          return (
            <li key={`${review.user_id} ${review.verdict} ${review.reviewed_at}`}>
              <StatusTag
                text={labelOf(t("reviews.verdicts", { returnObjects: true }), review.verdict) ?? review.verdict}
                tone={review.counts ? tone : "neutral"}
              />
              <strong>{review.user_name}</strong>
              <span className="soft number">{formatMoment(review.reviewed_at)}</span>
              {review.reason && <p>{review.reason}</p>}
              {!review.counts && !review.ended_by && (
                <p className="soft">{t("reviews.earlier", { number: formatNumber(review.revision) })}</p>
              )}
              {review.ended_by && (
                <p className="soft">
                  {t("reviews.ended", { name: review.ended_by, reason: review.ended_reason ?? "-" })}
                </p>
              )}
            </li>
          );
        })}
        {bypasses.map(({ user_name, reason, bypassed_at, reviewed_by, reviewed_at, comment }) => (
          <li key={bypassed_at}>
            <StatusTag text={t("emergencies.tag")} tone={reviewed_at ? "neutral" : "bad"} />
            <span className="soft number">{formatMoment(bypassed_at)}</span>
            <p>{t("emergencies.applied", { name: user_name, reason })}</p>
            {reviewed_by && (
              <p className="soft">{t("emergencies.reviewed", { name: reviewed_by, comment: comment ?? "-" })}</p>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
