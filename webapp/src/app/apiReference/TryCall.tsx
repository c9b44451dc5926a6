import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { readRaw } from "@/api/client";
import { isSilent } from "@/api/errors";
import type { ReferenceCall, ReferenceParameter } from "@/api/reference";
import type { RawAnswer } from "@/api/responseBody";
import { can } from "@/api/session";
import { useSession } from "@/api/useSession";
import { useErrorText } from "@/lib/errors/useErrorText";
import { saveFile } from "@/lib/files/saveFile";
import { formatSize } from "@/lib/format/numbers";
import { Message } from "@/ui/feedback/Message";
import { Tool } from "@/ui/layout/Toolbar";
import { paths } from "../paths";
import css from "./ApiReference.module.css";
import { type Typed, toParts } from "./exampleRequest";
import { useAccountNames } from "./useAccountNames";

interface Props {
  call: ReferenceCall;
  /** Why the account may not make the call. */
  denied: string | null;
  typed: Typed;
  onTyped: (typed: Typed) => void;
}
type Outcome = { answer: RawAnswer; ms: number } | { error: unknown };

/** Form that sends a read with the session of the user, and its answer. */
export function TryCall({ call, denied, typed, onTyped }: Props) {
  const { t } = useTranslation("apiReference");
  const [missing, setMissing] = useState<readonly string[]>([]);
  const { outcome, busy, send } = useSending(call);
  const form = useRef<HTMLFormElement>(null);
  function submit() {
    const empty = call.parameters.filter(({ name, required }) => required && !typed[name]?.trim());
    setMissing(empty.map(({ name }) => name));
    const [first] = empty;
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first.name}"]`)?.focus();
    else void send(toParts(call.parameters, typed));
  }
  if (denied) return <p>{denied}</p>;
  return (
    <>
      <p className="soft">{t("try.about")}</p>
      <form
        ref={form}
        className={css.form}
        aria-label={t("try.title")}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {call.parameters.map((parameter) => (
          <Parameter
            key={parameter.name}
            call={call}
            parameter={parameter}
            value={typed[parameter.name] ?? ""}
            isMissing={missing.includes(parameter.name)}
            onChange={(value) => onTyped({ ...typed, [parameter.name]: value })}
          />
        ))}
        <button type="submit" hidden />
        <Tool text={t("try.send")} main busy={busy} onClick={submit} />
      </form>
      <div role="status">{outcome && "answer" in outcome && <Summary {...outcome} />}</div>
      {outcome && ("answer" in outcome ? <Answer call={call} answer={outcome.answer} /> : <Failure {...outcome} />)}
    </>
  );
}

/** Send the read; a new one replaces the one before. */
function useSending(call: ReferenceCall) {
  const [outcome, setOutcome] = useState<Outcome>();
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  async function send(parts: ReturnType<typeof toParts>) {
    running.current?.abort();
    const current = new AbortController();
    running.current = current;
    setBusy(true);
    const began = performance.now();
    const next = await readRaw(call.path, { ...parts, signal: current.signal }).then(
      (answer) => ({ answer, ms: Math.round(performance.now() - began) }),
      (error: unknown) => ({ error }),
    );
    if (running.current !== current || current.signal.aborted) return;
    setOutcome(next);
    setBusy(false);
  }
  return { outcome, busy, send };
}

interface ParameterProps {
  call: ReferenceCall;
  parameter: ReferenceParameter;
  value: string;
  isMissing: boolean;
  onChange: (value: string) => void;
}
function Parameter({ call, parameter, value, isMissing, onChange }: ParameterProps) {
  const { t } = useTranslation("apiReference");
  const { t: common } = useTranslation();
  const accountNames = useAccountNames();
  const session = useSession();
  const id = useId();
  const { name, type, required = false, choices } = parameter;
  const limit = call.restricted?.[name];
  const isDenied = limit !== undefined && session !== null && !can(session.accountType, limit);
  const options = type === "boolean" ? ["true", "false"] : choices?.map(String);
  const example = { ...call.example.path, ...call.example.query }[name];
  const message =
    isMissing && !value.trim()
      ? common("rule.required")
      : isDenied
        ? t("onlyFor", { accounts: accountNames(limit) })
        : null;
  const shared = {
    id,
    name,
    className: "field",
    value,
    disabled: isDenied,
    "aria-required": required,
    "aria-invalid": isMissing && !value.trim(),
    "aria-describedby": message ? `${id}message` : undefined,
  };
  return (
    <div>
      <label htmlFor={id} className={required ? "required" : undefined}>
        <code>{name}</code> <span className="soft">{type}</span>
      </label>
      {options ? (
        <select {...shared} onChange={(event) => onChange(event.target.value)}>
          <option value="">{t("try.notSent")}</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          autoComplete="off"
          spellCheck={false}
          placeholder={example === undefined ? undefined : String(example)}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {message && (
        <p id={`${id}message`} className={isDenied ? "soft" : css.wrong}>
          {message}
        </p>
      )}
    </div>
  );
}

function Summary({ answer, ms }: { answer: RawAnswer; ms: number }) {
  const { t } = useTranslation("apiReference");
  const { status, text, requestId } = answer;
  return (
    <p className={css.summary}>
      <strong data-refused={status >= 400 || undefined}>{status}</strong>
      <span>{formatSize(new Blob([text]).size)}</span>
      <span>{t("try.ms", { ms })}</span>
      {requestId && <span>{t("try.request", { id: requestId })}</span>}
    </p>
  );
}

/** Most characters of an answer that the page shows. */
export const mostShown = 100_000;

function Answer({ call, answer }: { call: ReferenceCall; answer: RawAnswer }) {
  const { t } = useTranslation("apiReference");
  const text = pretty(answer.text);
  const isLong = text.length > mostShown;
  return (
    <section aria-label={t("try.answer")}>
      {answer.status >= 400 && <Refusal text={answer.text} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll wide content */}
      <pre className={css.answer} tabIndex={0} dir="ltr">
        {isLong ? text.slice(0, mostShown) : text}
      </pre>
      {isLong && <p>{t("try.cut", { shown: formatSize(mostShown), all: formatSize(text.length) })}</p>}
      <Tool
        icon="download"
        text={t("try.download")}
        onClick={() => saveFile(`${call.name}.json`, new Blob([text], { type: "application/json" }))}
      />
    </section>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

interface Refused {
  errors?: { source?: string; title?: string; code?: string }[];
}
/** The problems of a refused call, with a link to the explanation of each code. */
function Refusal({ text }: { text: string }) {
  const { errors = [] } = readRefusal(text);
  return (
    <ul role="alert" className={css.problems}>
      {errors.map(({ source, title, code }) => (
        <li key={`${source} ${title}`}>
          {source && <code>{source}</code>} <span lang="en">{title}</span>{" "}
          {code && (
            <Link to={paths.apiReference({ code })}>
              <code>{code}</code>
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

function readRefusal(text: string): Refused {
  try {
    const { errors, data } = JSON.parse(text);
    const problems = errors ?? data?.errors;
    return Array.isArray(problems) ? { errors: problems } : {};
  } catch {
    return {};
  }
}

function Failure({ error }: { error: unknown }) {
  const textOf = useErrorText();
  return isSilent(error) ? null : (
    <Message alert icon="warning" text={textOf(error)} {...(error instanceof Error && { error })} />
  );
}
