import { Tag } from "@blueprintjs/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Icon, type IconName } from "../Icon";
import css from "./cells.module.css";

interface TextProps {
  value: string | null | undefined;
  soft?: boolean;
  /** What more there is to say about it, quieter. */
  note?: string | null | undefined;
}

/** A mail's address is broken behind its @ before it is broken anywhere. */
function breakable(value: string): ReactNode {
  const [name, host, ...more] = value.split("@");
  if (!name || !host || more.length > 0) return value;
  return (
    <>
      {`${name}@`}
      <wbr />
      {host}
    </>
  );
}

/** What there is, or a dash; whole on pointing at it when the column is too narrow. */
export function Text({ value, soft = false, note }: TextProps) {
  if (!value && !note) return <span className="soft nothing">-</span>;
  return (
    <span className={`${css.text} ${soft ? "soft" : ""}`} title={[value, note].filter(Boolean).join(" · ")}>
      {value && breakable(value)}
      {value && note && " "}
      {note && <span className="soft">{note}</span>}
    </span>
  );
}

export function NumberText({ value }: { value: string | null | undefined }) {
  return <span className={value ? "number" : "number nothing"}>{value || "-"}</span>;
}

/** The link a row is about, and a tag that says what kind of thing it is. In a narrow list the tag is its icon. */
export function NameLink({
  to,
  name,
  tag,
}: {
  to: string;
  name: string;
  tag?: { text: string; icon: IconName } | false;
}) {
  return (
    <span className={css.name}>
      <Link to={to} className={css.link} title={name}>
        {name}
      </Link>
      {tag && (
        <Tag minimal className={css.tag ?? ""} title={tag.text}>
          <span className={css.tagIcon}>
            <Icon name={tag.icon} size={12} />
          </span>
          <span className={css.tagText}>{tag.text}</span>
        </Tag>
      )}
    </span>
  );
}

/** A value and its name, as the pages of one record list them. */
export function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={css.detail}>
      <dt>{name}</dt>
      <dd>{children || "-"}</dd>
    </div>
  );
}
