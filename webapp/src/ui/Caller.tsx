import { Tag } from "@blueprintjs/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import css from "./Caller.module.css";
import { Copy } from "./Copy";

type Maybe = string | null | undefined;
export interface CallerProps {
  name: string;
  /** What kind of one it is, where there are several. */
  tag?: Maybe;
  place?: Maybe;
  phone?: Maybe;
  email?: Maybe;
  /** Stands beside the name. */
  mark?: ReactNode;
}

/** Whom a record is about, on each of its tabs: seen at a glance while somebody is on the line, and one click from a
 * call, a letter, or a copy. */
export function Caller({ name, tag, place, phone, email, mark }: CallerProps) {
  const { t } = useTranslation();
  return (
    <section className={css.caller} aria-label={name}>
      <div className={css.name}>
        <p>
          {name} {tag && <Tag minimal>{tag}</Tag>}
        </p>
        {mark}
      </div>
      <ul className={css.facts}>
        {place && <li>{place}</li>}
        {phone && (
          <li>
            <a href={`tel:+91${phone}`} className="number" aria-label={t("call", { phone })}>
              {phone}
            </a>
            <Copy value={phone} />
          </li>
        )}
        {email && (
          <li>
            <a href={`mailto:${email}`} aria-label={t("write", { email })}>
              {email}
            </a>
            <Copy value={email} />
          </li>
        )}
      </ul>
    </section>
  );
}
