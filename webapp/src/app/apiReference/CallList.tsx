import { type KeyboardEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type ReferenceEntry, referenceIndex } from "@/api/reference";
import { plural } from "@/lib/format/numbers";
import { Icon } from "@/ui/icons/Icon";
import { paths } from "../paths";
import css from "./ApiReference.module.css";
import { areaName, type FoundCall, findCalls } from "./findCalls";

interface Props {
  /** The call that is shown. */
  shown: string | null;
  /** The codes are shown. */
  codes: boolean;
  text: string;
  onText: (text: string) => void;
}

/** Search and list of all calls, by area or by how well they match. Arrow keys move through the list. */
export function CallList({ shown, codes, text, onText }: Props) {
  const { t } = useTranslation("apiReference");
  const matches = text.trim() ? findCalls(referenceIndex.calls, text) : null;
  return (
    <search className={css.list} onKeyDown={moveFocus}>
      <div className={css.search}>
        <Icon name="search" />
        <input
          type="search"
          className="field"
          aria-label={t("search")}
          placeholder={t("searchHint")}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
      </div>
      <p role="status" className={matches ? css.count : "hidden"}>
        {matches && t("found", plural(matches.length))}
      </p>
      <nav aria-label={t("calls")} className={css.calls}>
        {matches ? (
          <ul>
            {matches.map((one) => (
              <li key={one.entry.name}>
                <FoundLink {...one} current={one.entry.name === shown} />
              </li>
            ))}
          </ul>
        ) : (
          <>
            <Link
              to={paths.apiReference()}
              className={css.top}
              aria-current={!shown && !codes ? "page" : undefined}
              data-item
            >
              {t("introduction")}
            </Link>
            <Link
              to={paths.apiReference({ code: "" })}
              className={css.top}
              aria-current={codes ? "page" : undefined}
              data-item
            >
              {t("errorCodes")}
            </Link>
            {referenceIndex.areas.map(({ name }) => (
              <Area key={name} name={name} shown={shown} />
            ))}
          </>
        )}
      </nav>
    </search>
  );
}

const callsIn = (area: string) => referenceIndex.calls.filter((call) => call.area === area);

function Area({ name, shown }: { name: string; shown: string | null }) {
  const calls = callsIn(name);
  const holdsShown = calls.some((call) => call.name === shown);
  const [chosen, setChosen] = useState<boolean>();
  const open = chosen ?? holdsShown;
  return (
    <div>
      <button type="button" className={css.area} aria-expanded={open} data-item onClick={() => setChosen(!open)}>
        <Icon name={open ? "open" : "next"} size={14} />
        {areaName(name)}
      </button>
      {open && (
        <ul>
          {calls.map((call) => (
            <li key={call.name}>
              <CallLink entry={call} current={call.name === shown} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface CallLinkProps {
  entry: ReferenceEntry;
  current: boolean;
  /** Below the name: why a search found the call. */
  children?: ReactNode;
}
function CallLink({ entry: { name, method }, current, children }: CallLinkProps) {
  return (
    <Link
      to={paths.apiReference({ call: name })}
      className={css.call}
      aria-current={current ? "page" : undefined}
      data-item
    >
      <span className={css.method} data-method={method}>
        {method}
      </span>
      <span className={css.name}>
        {name}
        {children}
      </span>
    </Link>
  );
}

function FoundLink({ entry, field, current }: FoundCall & { current: boolean }) {
  const { t } = useTranslation("apiReference");
  return (
    <CallLink entry={entry} current={current}>
      <span className={css.where}>
        {field ? t("field", { name: field }) : `${areaName(entry.area)} · ${entry.path}`}
      </span>
    </CallLink>
  );
}

/** Move the focus by arrow keys through the list; Enter in the search opens the first call. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-item]")];
  const field = event.currentTarget.querySelector("input");
  const at = items.indexOf(document.activeElement as HTMLElement);
  if (event.nativeEvent.isComposing) return;
  if (event.key === "Enter" && event.target === field && field?.value.trim()) items[0]?.click();
  else if (event.key === "ArrowDown") items[at + 1]?.focus();
  else if (event.key === "ArrowUp" && at >= 0) (items[at - 1] ?? field)?.focus();
  else return;
  event.preventDefault();
}
