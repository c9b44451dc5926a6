import type { ReactNode } from "react";
import { Link } from "react-router";
import { Was } from "../cells/Was";
import css from "./KeyFigures.module.css";
import { useChangeMark } from "./useChangeMark";

export interface KeyFigure {
  text: string;
  to: string;
  /** Undefined while it loads. */
  value: string | undefined;
  note?: ReactNode;
}

/** Key figures of a record with links to their tabs. Their height is constant, so that the tabs stay; on a phone, a long note wraps. */
export function KeyFigures({ figures }: { figures: readonly KeyFigure[] }) {
  return (
    <dl className={css.figures}>
      {figures.map((figure) => (
        <Figure key={figure.text} {...figure} />
      ))}
    </dl>
  );
}

function Figure({ text, to, value, note }: KeyFigure) {
  const { ref, was } = useChangeMark<HTMLDivElement>(value ?? null);
  return (
    <div ref={ref} data-changed={was !== undefined || undefined}>
      <dt>
        <Link to={to}>{text}</Link>
      </dt>
      <dd aria-busy={value === undefined || undefined}>
        {value === undefined ? <span className={css.waiting} /> : value}
        {note}
        <Was value={was} />
      </dd>
    </div>
  );
}
