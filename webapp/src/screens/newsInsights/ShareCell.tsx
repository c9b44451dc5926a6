import type { CSSProperties } from "react";
import { Link } from "react-router";
import { formatNumber } from "@/lib/format/numbers";
import css from "./StatsScreen.module.css";

/** A figure with a decorative bar. */
export function ShareCell({ count, most, to }: { count: number; most: number; to: string }) {
  return (
    <span className={css.share}>
      <Link className="number" to={to}>
        {formatNumber(count)}
      </Link>
      <span className={css.track} aria-hidden="true">
        <span className={css.bar} style={{ "--share": count / most } as CSSProperties} />
      </span>
    </span>
  );
}
