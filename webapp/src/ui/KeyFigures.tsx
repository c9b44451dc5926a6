import type { ReactNode } from "react";
import { Link } from "react-router";
import css from "./KeyFigures.module.css";

export interface KeyFigure {
  text: string;
  to: string;
  /** Undefined while it loads. */
  value: string | undefined;
  note?: ReactNode;
}

/** Key figures of a record with links to their tabs. Its height is constant, so that the tabs stay in place. */
export function KeyFigures({ figures }: { figures: readonly KeyFigure[] }) {
  return (
    <dl className={css.figures}>
      {figures.map(({ text, to, value, note }) => (
        <div key={text}>
          <dt>
            <Link to={to}>{text}</Link>
          </dt>
          <dd aria-busy={value === undefined || undefined}>
            {value === undefined ? <span className={css.waiting} /> : value}
            {note}
          </dd>
        </div>
      ))}
    </dl>
  );
}
