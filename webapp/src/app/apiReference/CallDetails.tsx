import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type ReferenceCall, type ReferenceModels, referenceIndex, useErrorCodes } from "@/api/reference";
import { can } from "@/api/session";
import { useSession } from "@/api/useSession";
import { formatNumber } from "@/lib/format/numbers";
import { Copy } from "@/ui/display/Copy";
import { paths } from "../paths";
import { Snippet } from "../snippets/Snippet";
import css from "./ApiReference.module.css";
import { renderRequest, type Typed, toParts } from "./exampleRequest";
import { FieldList } from "./FieldList";
import { Markdown, Words } from "./Markdown";
import { TryCall } from "./TryCall";
import { useAccountNames } from "./useAccountNames";

interface Props {
  call: ReferenceCall;
  models: ReferenceModels;
}

/** Everything about one call: who may call it, its fields, examples, a form to try it, its answer and its errors. */
export function CallDetails({ call, models }: Props) {
  const { t } = useTranslation("apiReference");
  const [typed, setTyped] = useState<Typed>({});
  const denied = useDenial(call);
  return (
    <article className={css.details}>
      <header>
        <h2>{call.name}</h2>
        <p className={css.address}>
          <span className={css.method} data-method={call.method}>
            {call.method}
          </span>
          <code>{`/api${call.path}`}</code>
          <Copy value={`/api${call.path}`} />
        </p>
        {denied && <p className={css.denied}>{denied}</p>}
        <div className={css.text} lang="en">
          <p>
            <Words text={call.summary} />
          </p>
          {call.description && <Markdown text={call.description} />}
        </div>
      </header>
      <Facts call={call} />
      {call.parameters.length > 0 && (
        <Section title={t("parameters")}>
          <FieldList fields={call.parameters} models={models} restricted={call.restricted} />
        </Section>
      )}
      {call.body.length > 0 && (
        <Section title={t("body")}>
          {call.bodyIn && <p>{t("bodyIn", { name: call.bodyIn })}</p>}
          {call.form && <p>{t("form")}</p>}
          <FieldList fields={call.body} models={models} restricted={call.restricted} />
        </Section>
      )}
      <Examples call={call} typed={typed} />
      {call.method === "GET" && !call.changes && (
        <Section title={t("try.title")}>
          <TryCall call={call} denied={denied} typed={typed} onTyped={setTyped} />
        </Section>
      )}
      <Section title={t("answer")}>
        {call.files ? (
          <p>{t("file", { types: call.files.join(", ") })}</p>
        ) : (
          <>
            <FieldList fields={call.answer} models={models} />
            <AnswerExample example={call.answerExample} />
          </>
        )}
      </Section>
      <Section title={t("errors")}>
        <Errors codes={call.codes} />
      </Section>
    </article>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={css.section}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}

/** Return why the current account may not make the call; null if it may. */
function useDenial({ access }: ReferenceCall): string | null {
  const { t } = useTranslation("apiReference");
  const { t: common } = useTranslation();
  const session = useSession();
  if (access === "apps") return t("denied.apps");
  if (access === "anyone" || !session || can(session.accountType, access)) return null;
  return t("denied.account", { account: common(`accountTypes.${session.accountType}`) });
}

function Facts({ call }: { call: ReferenceCall }) {
  const { t } = useTranslation("apiReference");
  const accountNames = useAccountNames();
  const { access, budget } = call;
  const keys = call.anyKey
    ? t("keys.any")
    : call.scope
      ? t("keys.scope", { scope: call.scope, call: call.name })
      : t("keys.none");
  const facts = [
    [t("accounts.title"), access === "anyone" || access === "apps" ? t(`accounts.${access}`) : accountNames(access)],
    [t("keys.title"), keys],
    call.stepUp && [t("stepUp.title"), t("stepUp.text")],
    [t("limit.title"), t(`limit.${budget}`, { limit: formatNumber(referenceIndex.limits[budget]) })],
    call.paged && [t("pages.title"), t("pages.text")],
    call.etag && [t("versions.title"), t("versions.answer")],
    call.ifMatch && [t("versions.title"), t("versions.change", { call: call.ifMatch })],
    call.idempotent && [t("repetition.title"), t("repetition.text")],
    call.batch && [t("batch.title"), t("batch.text")],
    call.addition && [t("addition.title"), t("addition.text")],
  ].filter((fact): fact is [string, string] => Array.isArray(fact));
  return (
    <dl className={css.facts}>
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The call as a command, a script and a request: with the parameters of the form, or of the example if it is empty. */
function Examples({ call, typed }: { call: ReferenceCall; typed: Typed }) {
  const { t } = useTranslation("apiReference");
  const { t: commands } = useTranslation("commands");
  const own = toParts(call.parameters, typed);
  const isTyped = Object.values(typed).some((text) => text.trim() !== "");
  const request = isTyped ? { path: { ...call.example.path, ...own.path }, query: own.query } : call.example;
  const { terminal, python, curl } = renderRequest(call, request, location.origin);
  return (
    <Section title={t("examples")}>
      <p className={css.token}>{t("token")}</p>
      <Snippet title={commands("terminal")} text={terminal} />
      <Snippet title="Python" text={python} />
      <Snippet title="curl" text={curl} />
    </Section>
  );
}

function AnswerExample({ example }: { example: unknown }) {
  const { t } = useTranslation("apiReference");
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={css.inside} aria-expanded={open} onClick={() => setOpen(!open)}>
        {t("answerExample")}
      </button>
      {open && <Snippet title={t("answerExample")} text={JSON.stringify(example, null, 2)} />}
    </>
  );
}

function Errors({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation("apiReference");
  const { data } = useErrorCodes();
  const link = (code: string) => (
    <Link to={paths.apiReference({ code })}>
      <code>{code}</code>
    </Link>
  );
  return (
    <>
      {codes.length > 0 && (
        <dl className={css.errors}>
          {codes.map((code) => (
            <div key={code}>
              <dt>
                <span className="number soft">{data?.codes[code]?.statuses.join(", ")}</span> {link(code)}
              </dt>
              <dd lang="en">{data?.codes[code]?.title}</dd>
            </div>
          ))}
        </dl>
      )}
      {data && (
        <p className={css.common}>
          {t("commonErrors")}
          {data.common.map((code) => (
            <span key={code}>{link(code)}</span>
          ))}
        </p>
      )}
    </>
  );
}
