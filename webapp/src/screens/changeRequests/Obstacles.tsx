import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatMoment } from "@/lib/dates";
import { fieldLabel } from "@/lib/fieldChanges";
import { plural } from "@/lib/numbers";
import css from "./ChangeRequestScreen.module.css";
import { recordAddress, recordName } from "./records";
import { type ChangeRequestDetail, objectionsOf } from "./shared/changeRequests";
import { useFieldTexts } from "./useFieldTexts";

/** The obstacles to applying a request, one sentence each. */
export function Obstacles({ detail }: { detail: ChangeRequestDetail }) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "obstacles" });
  const sentenceOf = useSentence(detail);
  if (detail.labels.length === 0) return null;
  return (
    <section aria-label={t("title")} className={css.obstacles}>
      <ul>
        {detail.labels.map((label) => (
          <li key={label}>
            {sentenceOf(label)}
            {label === "stale" && detail.stale_records.length > 0 && <StaleRecords records={detail.stale_records} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The first records that others have changed: which fields, by whom and when. */
function StaleRecords({ records }: { records: ChangeRequestDetail["stale_records"] }) {
  const { t } = useTranslation("changeRequests");
  const texts = useFieldTexts();
  const names = t("records", { returnObjects: true });
  return (
    <ul className={css.stale}>
      {records.map((record) => {
        const name = recordName(`${record.resource_type}:${record.resource_id}`, names);
        const address = recordAddress(record);
        return (
          <li key={record.position}>
            {address ? <Link to={address}>{name}</Link> : name}
            {": "}
            {t("obstacles.staleRecord", {
              fields: record.fields.map((field) => fieldLabel(field, texts)).join(", "),
              name: record.changed_by ?? "-",
              moment: formatMoment(record.changed_at),
            })}
          </li>
        );
      })}
    </ul>
  );
}

function useSentence(detail: ChangeRequestDetail) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "obstacles" });
  const { request, stale_targets } = detail;
  const objectors = objectionsOf(detail).map(({ user_name }) => user_name);
  const starts = request.waits_until ?? request.apply_from;
  return (label: string) => {
    switch (label) {
      case "objected":
        return t("objected", { names: objectors.join(", ") });
      case "author_lost_access":
        return t("author_lost_access", { name: request.author_name });
      case "stale":
        return t(request.on_conflict === "stop" ? "stop" : "stale", plural(stale_targets));
      case "paused":
        return t(request.pause_reason === "failures" ? "paused_failures" : "paused");
      case "scheduled":
        return t("scheduled", { moment: starts ? formatMoment(starts) : "-" });
      case "after":
        return t("after", { id: request.after });
      case "planning":
      case "missed_start":
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
