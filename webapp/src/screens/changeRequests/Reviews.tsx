import { useTranslation } from "react-i18next";
import { formatMoment } from "@/lib/dates";
import { labelOf } from "@/lib/labels";
import { formatNumber } from "@/lib/numbers";
import { StatusTag } from "@/ui/cells/StatusTag";
import css from "./ChangeRequestScreen.module.css";
import { RequiredApprovals } from "./RequiredApprovals";
import type { ChangeRequestDetail } from "./shared/changeRequests";

/** Verdicts with their reasons, newest first. Those of earlier revisions are marked. */
export function Reviews({ detail: { reviews, required_approvals, bypasses } }: { detail: ChangeRequestDetail }) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "reviews" });
  const verdicts = t("verdicts", { returnObjects: true });
  const isReviewed = reviews.some(({ counts }) => counts);
  return (
    <>
      <RequiredApprovals policies={required_approvals} />
      {!isReviewed && <p className="soft">{t("empty")}</p>}
      <ul className={css.reviews}>
        {reviews.map(
          ({ user_id, user_name, verdict, reason, revision, reviewed_at, counts, ended_by, ended_reason }) => {
            const tone = verdict === "approve" ? "good" : "bad";
            return (
              <li key={`${user_id} ${verdict} ${reviewed_at}`}>
                <div className={css.review}>
                  <StatusTag text={labelOf(verdicts, verdict) ?? verdict} tone={counts ? tone : "neutral"} />
                  <strong>{user_name}</strong>
                  <span className="soft number">{formatMoment(reviewed_at)}</span>
                </div>
                {reason && <p>{reason}</p>}
                {!counts && !ended_by && <p className="soft">{t("earlier", { number: formatNumber(revision) })}</p>}
                {ended_by && <p className="soft">{t("ended", { name: ended_by, reason: ended_reason ?? "-" })}</p>}
              </li>
            );
          },
        )}
      </ul>
      <Emergencies bypasses={bypasses} />
    </>
  );
}

/** Applications in an emergency, with the review that each needs. */
function Emergencies({ bypasses }: Pick<ChangeRequestDetail, "bypasses">) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "emergencies" });
  return (
    <ul className={css.reviews}>
      {bypasses.map(({ user_name, reason, bypassed_at, reviewed_by, reviewed_at, comment }) => (
        <li key={bypassed_at}>
          <div className={css.review}>
            <StatusTag text={t("tag")} tone={reviewed_at ? "neutral" : "bad"} />
            <span className="soft number">{formatMoment(bypassed_at)}</span>
          </div>
          <p>{t("applied", { name: user_name, reason })}</p>
          {reviewed_by && <p className="soft">{t("reviewed", { name: reviewed_by, comment: comment ?? "-" })}</p>}
        </li>
      ))}
    </ul>
  );
}
