import { Tag } from "@blueprintjs/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useChangeMark } from "../display/useChangeMark";
import { Icon, type IconName } from "../icons/Icon";
import css from "./cells.module.css";
import { Was } from "./Was";

interface TextProps {
  value: string | null | undefined;
  soft?: boolean;
  /** Additional text in a quieter style. */
  note?: string | null | undefined;
}

/** Allow a line break after the @ of an email address before any other. */
function breakable(value: string): ReactNode {
  const [name, host, ...extraParts] = value.split("@");
  if (!name || !host || extraParts.length > 0) return value;
  return (
    <>
      {`${name}@`}
      <wbr />
      {host}
    </>
  );
}

/** A text or a dash, with a tooltip for the full text if the column is too narrow. */
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

/** Link of a row with a tag for the kind of record. In a narrow list the tag is an icon. */
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

/** Label and value on the pages of a record. */
export function Detail({ name, children }: { name: string; children: ReactNode }) {
  const { ref, was } = useChangeMark<HTMLElement>();
  return (
    <div className={css.detail} data-changed={was !== undefined || undefined}>
      <dt>{name}</dt>
      <dd ref={ref}>
        {children || "-"}
        <Was value={was} />
      </dd>
    </div>
  );
}
