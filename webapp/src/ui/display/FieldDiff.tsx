import { useTranslation } from "react-i18next";
import type { FieldChange } from "@/lib/format/fieldChanges";
import css from "./FieldDiff.module.css";

/** Table of changed fields, before and after. Its texts are those of the area `audit`. */
export function FieldDiff({ changes }: { changes: readonly FieldChange[] }) {
  const { t } = useTranslation("audit");
  return (
    <div className={css.changes}>
      <div aria-hidden="true" className={css.heads}>
        <span>{t("story.field")}</span>
        <span>{t("story.before")}</span>
        <span>{t("story.after")}</span>
      </div>
      <dl>
        {changes.map(({ field, before, after }) => (
          <div key={`${field} ${before} ${after}`}>
            <dt>{field}</dt>
            <dd>
              <span className="hidden">{`${t("story.before")}: `}</span>
              {before}
            </dd>
            <dd>
              <span className="hidden">{`${t("story.after")}: `}</span>
              {after}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
