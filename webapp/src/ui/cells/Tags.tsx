import { Tag } from "@blueprintjs/core";
import { useTranslation } from "react-i18next";
import css from "./Tags.module.css";

/** A few names on one line; the rest wait behind "+2", whose hint and spoken name list them. */
export function Tags({ names, most = 2 }: { names: readonly string[]; most?: number }) {
  const { t } = useTranslation();
  const rest = names.slice(most);
  if (names.length === 0) return <span className="soft">-</span>;
  return (
    <ul className={css.tags}>
      {names.slice(0, most).map((name) => (
        <li key={name}>
          <Tag minimal intent="primary" title={name}>
            {name}
          </Tag>
        </li>
      ))}
      {rest.length > 0 && (
        <li className={css.rest}>
          <Tag minimal title={rest.join(", ")}>
            <span aria-hidden="true">{`+${rest.length}`}</span>
            <span className="hidden">{t("more", { count: rest.length, names: rest.join(", ") })}</span>
          </Tag>
        </li>
      )}
    </ul>
  );
}

/** All the names, on as many lines as they need. */
export function TagCloud({ names }: { names: readonly string[] }) {
  return (
    <ul className={css.cloud}>
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
