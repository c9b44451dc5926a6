import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useErrorCodes } from "@/api/reference";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { PageSkeleton } from "@/ui/lazy/PageSkeleton";
import css from "./ApiReference.module.css";
import { Words } from "./Markdown";

/** Every error code with its statuses, title and meaning. The code of the address is in view and marked. */
export function ErrorCodeList({ code }: { code: string }) {
  const { t } = useTranslation("apiReference");
  const { data, error, isValidating, mutate } = useErrorCodes();
  const loaded = data !== undefined;
  useEffect(() => {
    if (loaded && code) document.getElementById(code)?.scrollIntoView({ block: "center" });
  }, [loaded, code]);
  if (error) return <ErrorState text={t("failed")} error={error} busy={isValidating} onRetry={() => void mutate()} />;
  if (!data) return <PageSkeleton />;
  return (
    <article>
      <h2>{t("errorCodes")}</h2>
      <p className="soft">{t("aboutCodes")}</p>
      {code && !data.codes[code] && <p role="alert">{t("noSuchCode", { code })}</p>}
      <dl className={css.fields}>
        {Object.entries(data.codes).map(([name, { statuses, title, meaning }]) => (
          <div key={name} id={name} data-marked={name === code || undefined}>
            <dt>
              <code>{name}</code>
              <span className="soft number">{statuses.join(", ")}</span>
            </dt>
            <dd lang="en">
              <p>{title}</p>
              <p className="soft">
                <Words text={meaning} />
              </p>
            </dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
