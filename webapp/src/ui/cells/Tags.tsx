import { Tag } from "@blueprintjs/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import css from "./Tags.module.css";

/** A few names on one line. The rest is behind "+2", with a tooltip; a click opens all. */
export function Tags({ names, most = 2 }: { names: readonly string[]; most?: number }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const hiddenNames = names.slice(most);
  if (names.length === 0) return <span className="soft">-</span>;
  if (all) return <TagCloud names={names} opened />;
  return (
    <ul className={css.tags}>
      {names.slice(0, most).map((name) => (
        <li key={name}>
          <Tag minimal intent="primary" title={name}>
            {name}
          </Tag>
        </li>
      ))}
      {hiddenNames.length > 0 && (
        <li className={css.rest}>
          <button
            type="button"
            className={css.more}
            title={hiddenNames.join(", ")}
            aria-label={t("more", { count: hiddenNames.length, names: hiddenNames.join(", ") })}
            onClick={() => setAll(true)}
          >
            {`+${hiddenNames.length}`}
          </button>
        </li>
      )}
    </ul>
  );
}

const focus = (list: HTMLElement | null) => list?.focus();

/** All names on as many lines as needed. `opened`: it replaces a button and takes over its focus. */
export function TagCloud({ names, opened = false }: { names: readonly string[]; opened?: boolean }) {
  return (
    <ul className={css.cloud} {...(opened && { ref: focus, tabIndex: -1 })}>
      {names.map((name) => (
        <li key={name}>
          <Tag minimal intent="primary">
            {name}
          </Tag>
        </li>
      ))}
    </ul>
  );
}
