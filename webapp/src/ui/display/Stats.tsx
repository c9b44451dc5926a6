import type { CSSProperties } from "react";
import { Link } from "react-router";
import { formatNumber } from "@/lib/format/numbers";
import { Was } from "../cells/Was";
import css from "./Stats.module.css";
import { useChangeMark } from "./useChangeMark";

interface TilesProps {
  /** `to`: address of the list of the counted records. */
  tiles: readonly { name: string; figure: string | null; to?: string | undefined }[];
  /** Minimum width in pixels, for the longest figure. */
  least?: number;
}

/** Figures with their names side by side. Skeletons of equal size stand for missing figures. */
export function StatTiles({ tiles, least = 172 }: TilesProps) {
  const room = {
    "--least": `${least}px`,
    "--half": Math.ceil(tiles.length / 2),
    "--whole": `${tiles.length * (least + 12) - 12}px`,
  };
  return (
    <dl className={css.tiles} style={room as CSSProperties}>
      {tiles.map((tile) => (
        <Tile key={tile.name} {...tile} />
      ))}
    </dl>
  );
}

function Tile({ name, figure, to }: TilesProps["tiles"][number]) {
  const { ref, was } = useChangeMark<HTMLDivElement>(figure);
  return (
    <div ref={ref} className={css.tile} data-changed={was !== undefined || undefined}>
      <dt>{name}</dt>
      <dd>
        {to && figure ? (
          <Link to={to} aria-label={`${name}: ${figure}`}>
            {figure}
          </Link>
        ) : (
          (figure ?? <span className={css.waiting} />)
        )}
        <Was value={was} />
      </dd>
    </div>
  );
}

interface Counted {
  name: string;
  count: number;
  /** Address of the list of the counted records. */
  to?: string;
}
const share = (value: number) => ({ "--share": value }) as CSSProperties;

/** Counts as a bar chart. Name and figure are text; the bar is decorative. */
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
          <span className={css.count}>{formatNumber(count)}</span>
        </li>
      ))}
    </ul>
  );
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const marked = [0, 6, 12, 18, 23];
export const hourText = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

/** Hours of a day as a heat strip; darker means busier. `label` describes it in words. */
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
          title={`${hourText(hour)} · ${formatNumber(of(hour))}`}
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
