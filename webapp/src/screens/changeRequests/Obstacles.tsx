import { useTranslation } from "react-i18next";
import { formatMoment } from "@/lib/dates";
import { formatNumber } from "@/lib/numbers";
import css from "./ChangeRequestScreen.module.css";
import type { ChangeRequestDetail } from "./shared/changeRequests";

/** The obstacles to applying a request, one sentence each. */
export function Obstacles({ detail }: { detail: ChangeRequestDetail }) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "obstacles" });
  const sentenceOf = useSentence(detail);
  if (detail.labels.length === 0) return null;
  return (
    <section aria-label={t("title")} className={css.obstacles}>
      <ul>
        {detail.labels.map((label) => (
          <li key={label}>{sentenceOf(label)}</li>
        ))}
      </ul>
    </section>
  );
}

function useSentence({ request, reviews, stale_targets }: ChangeRequestDetail) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "obstacles" });
  const objectors = reviews
    .filter(({ verdict, revision }) => verdict === "object" && revision === request.revision)
    .map(({ user_name }) => user_name);
  return (label: string) => {
    switch (label) {
      case "objected":
        return t("objected", { names: objectors.join(", ") });
      case "author_lost_access":
        return t("author_lost_access", { name: request.author_name });
      case "stale":
        return t(request.on_conflict === "stop" ? "stop" : "stale", {
          count: stale_targets,
          formatted: formatNumber(stale_targets),
        });
      case "paused":
        return t(request.pause_reason === "failures" ? "paused_failures" : "paused");
      case "scheduled":
        return t("scheduled", { moment: request.waits_until ? formatMoment(request.waits_until) : "-" });
      case "after":
        return t("after", { id: request.after });
      case "interrupted":
      case "canary":
      case "window_missed":
      case "checking":
      case "needs_approval":
      case "frozen":
      case "review_owed":
        return t(label);
      default:
        return label.replaceAll("_", " ");
    }
  };
}
