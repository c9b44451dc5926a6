import type { CSSProperties } from "react";
import { grouped } from "@/lib/numbers";
import css from "./StatsScreen.module.css";

/** A figure, and a bar beside it that adds only the look. */
export function ShareCell({ count, most }: { count: number; most: number }) {
  return (
    <span className={css.share}>
      <span className="number">{grouped(count)}</span>
      <span className={css.track} aria-hidden="true">
        <span className={css.bar} style={{ "--share": count / most } as CSSProperties} />
      </span>
    </span>
  );
}
