import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { appliedOutcome } from "@/api/gen/choices";
import { formatNumber } from "@/lib/numbers";
import { Panel } from "@/ui/DetailScreen";
import css from "./ChangeRequestScreen.module.css";
import type { ChangeRequest } from "./shared/changeRequests";

/** How much of a request is previewed or applied, with the number of records by outcome. */
export function Progress({ request }: { request: ChangeRequest }) {
  const { t } = useTranslation("changeRequests");
  const points = useBurndown(request);
  const { targets, left, planned } = request;
  const isPlanning = planned < targets;
  if (request.status === "open" && left === targets && !isPlanning) return null;
  const tried = isPlanning ? planned : targets - left;
  return (
    <Panel title={t("progress.title")} wide>
      <progress className={css.bar} aria-label={t("progress.bar")} value={tried} max={targets} />
      <p className="number">
        {t(isPlanning ? "progress.planned" : "progress.tried", {
          tried: formatNumber(tried),
          targets: formatNumber(targets),
        })}
      </p>
      <ul className={css.counts}>
        {appliedOutcome
          .filter((outcome) => request[outcome] > 0)
          .map((outcome) => (
            <li key={outcome}>
              {t(`outcomes.${outcome}`)} <strong className="number">{formatNumber(request[outcome])}</strong>
            </li>
          ))}
      </ul>
      {points.length > 1 && <Burndown points={points} targets={targets} left={left} />}
    </Panel>
  );
}

interface Point {
  at: number;
  left: number;
}

/** Records left over time, as far as this page has seen the run. A new run starts a new line. */
function useBurndown({ status, left, job_id }: ChangeRequest): readonly Point[] {
  const [seen, setSeen] = useState<{ job: number | null; points: readonly Point[] }>({ job: null, points: [] });
  const isRunning = status === "applying";
  useEffect(() => {
    setSeen((before) => {
      const isSame = before.job === job_id;
      if (!isRunning && (!isSame || before.points.length === 0)) return before;
      const points = isSame ? before.points : [];
      if (points.at(-1)?.left === left) return before;
      return { job: job_id, points: [...points, { at: Date.now(), left }] };
    });
  }, [isRunning, left, job_id]);
  return seen.points;
}

const width = 600;
const height = 72;
function Burndown({ points, targets, left }: { points: readonly Point[]; targets: number; left: number }) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "progress" });
  const start = points[0]?.at ?? 0;
  const duration = Math.max(1, (points.at(-1)?.at ?? 0) - start);
  const line = points.map(({ at, left }) => {
    const [x, y] = [((at - start) / duration) * width, height - (left / targets) * height];
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg
      role="img"
      aria-label={t("left", { formatted: formatNumber(left) })}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className={css.burndown}
    >
      <polygon points={`0,${height} ${line.join(" ")} ${width},${height}`} fill="currentColor" opacity="0.15" />
      <polyline
        points={line.join(" ")}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
