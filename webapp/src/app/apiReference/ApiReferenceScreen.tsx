import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { referenceIndex, useReferenceArea } from "@/api/reference";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Page } from "@/ui/layout/Page";
import { PageSkeleton } from "@/ui/lazy/PageSkeleton";
import { paths } from "../paths";
import css from "./ApiReference.module.css";
import { CallDetails } from "./CallDetails";
import { CallList } from "./CallList";
import { ErrorCodeList } from "./ErrorCodeList";
import { Markdown } from "./Markdown";

/** All calls of the API, from the contract. The address names the call or the error code that is shown. */
export function ApiReferenceScreen() {
  const { t, i18n } = useTranslation("apiReference");
  const [address] = useSearchParams();
  const [text, setText] = useState("");
  const call = address.get("call");
  const code = address.get("code");
  const shown = call ?? code;
  const content = useFocusOnChange(shown, !code);
  // On phones, the list makes room for the call.
  // biome-ignore lint/correctness/useExhaustiveDependencies: run when another call is shown
  useEffect(() => setText(""), [shown]);
  const title = t("title");
  return (
    <Page title={title} documentTitle={shown ? `${call ?? t("errorCodes")} · ${title}` : title}>
      {i18n.language !== "en" && <p className="soft">{t("english")}</p>}
      <div className={css.panes} data-shown={(shown !== null && !text) || undefined}>
        <CallList shown={call} codes={code !== null} text={text} onText={setText} />
        <div ref={content} className={css.content} tabIndex={-1}>
          {shown !== null && (
            <p className={css.back}>
              <Link className="standalone" to={paths.apiReference()}>
                {t("allCalls")}
              </Link>
            </p>
          )}
          {call !== null ? <Call name={call} /> : code !== null ? <ErrorCodeList code={code} /> : <Introduction />}
        </div>
      </div>
    </Page>
  );
}

/** Return the ref of the content, which takes the focus when the user opens another entry. */
function useFocusOnChange(shown: string | null, fromTop: boolean) {
  const content = useRef<HTMLDivElement>(null);
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    // The list of codes scrolls to its code itself.
    if (fromTop) scrollTo(0, 0);
    content.current?.focus({ preventScroll: true });
  }, [shown, fromTop]);
  return content;
}

function Introduction() {
  const { t } = useTranslation("apiReference");
  return (
    <article>
      <h2>{t("introduction")}</h2>
      <div className={css.text} lang="en">
        <Markdown text={referenceIndex.guide} />
      </div>
    </article>
  );
}

function Call({ name }: { name: string }) {
  const { t } = useTranslation("apiReference");
  const entry = referenceIndex.calls.find((one) => one.name === name);
  const { data, error, isValidating, mutate } = useReferenceArea(entry?.area ?? null);
  if (!entry) return <p>{t("noSuchCall", { name })}</p>;
  if (error) return <ErrorState text={t("failed")} error={error} busy={isValidating} onRetry={() => void mutate()} />;
  const call = data?.calls.find((one) => one.name === name);
  return call && data ? <CallDetails key={name} call={call} models={data.models} /> : <PageSkeleton />;
}
