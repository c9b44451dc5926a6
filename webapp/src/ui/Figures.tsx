import type { CSSProperties } from "react";
import { Link } from "react-router";
import { grouped } from "@/lib/numbers";
import css from "./Figures.module.css";

interface TilesProps {
  /** `to`: where what is counted is listed. */
  tiles: readonly { name: string; figure: string | null; to?: string | undefined }[];
  /** What the longest figure needs, in pixels. */
  least?: number;
}

/** Figures with their names, side by side. Without a figure yet, grey bars of the same size. */
export function Tiles({ tiles, least = 172 }: TilesProps) {
  const room = {
    "--least": `${least}px`,
    "--half": Math.ceil(tiles.length / 2),
    "--whole": `${tiles.length * (least + 12) - 12}px`,
  };
  return (
    <dl className={css.tiles} style={room as CSSProperties}>
      {tiles.map(({ name, figure, to }) => (
        <div key={name} className={css.tile}>
          <dt>{name}</dt>
          <dd>
            {to && figure ? (
              <Link to={to} aria-label={`${name}: ${figure}`}>
                {figure}
              </Link>
            ) : (
              (figure ?? <span className={css.waiting} />)
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface Counted {
  name: string;
  count: number;
  /** Where what was counted is listed. */
  to?: string;
}
const share = (value: number) => ({ "--share": value }) as CSSProperties;

/** Counts as bars, each beside its name and figure: those are its text, the bar adds only the look. */
export function BarList({ items }: { items: readonly Counted[] }) {
  const most = Math.max(1, ...items.map(({ count }) => count));
  return (
    <ul className={css.bars}>
      {items.map(({ name, count, to }) => (
        <li key={name}>
          <span className={css.name} title={name}>
            {to ? <Link to={to}>{name}</Link> : name}
          </span>
          <span className={css.track} aria-hidden="true">
            <span className={css.bar} style={share(count / most)} />
          </span>
          <span className={css.count}>{grouped(count)}</span>
        </li>
      ))}
    </ul>
  );
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const marked = [0, 6, 12, 18, 23];
export const hourText = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

/** The hours of a day, the busier the darker. `label` says it in words. */
export function HourStrip({ counts, label }: { counts: Record<string, number>; label: string }) {
  const of = (hour: number) => counts[hour] ?? counts[String(hour).padStart(2, "0")] ?? 0;
  const most = Math.max(1, ...hours.map(of));
  return (
    <div className={css.strip} role="img" aria-label={label}>
      {hours.map((hour) => (
        <span
          key={hour}
          className={css.hour}
          style={share(of(hour) / most)}
          title={`${hourText(hour)} · ${grouped(of(hour))}`}
        />
      ))}
      {marked.map((hour) => (
        <span key={hour} className={css.mark} style={{ gridColumn: hour === 23 ? "22 / 25" : `${hour + 1} / span 3` }}>
          {hourText(hour)}
        </span>
      ))}
    </div>
  );
}
