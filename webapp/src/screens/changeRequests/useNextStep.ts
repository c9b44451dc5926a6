import { useTranslation } from "react-i18next";
import { serverNow } from "@/api/token";
import { labelOf } from "@/lib/format/labels";
import { formatNumber, plural } from "@/lib/format/numbers";
import { addDays, dayAndTimeOf, formatDay, formatMoment, today } from "@/lib/time/dates";
import { formatTime } from "@/lib/time/times";
import { type ChangeRequestDetail, objectionsOf } from "./shared/changeRequests";

/** A time for a sentence: today or tomorrow at a time, or a day. */
function useWhen() {
  const { t } = useTranslation("changeRequests", { keyPrefix: "when" });
  return (moment: string) => {
    const [day, time] = dayAndTimeOf(moment);
    const now = today(serverNow());
    const name = day === now ? "today" : day === addDays(now, 1) ? "tomorrow" : "day";
    return t(name, { day: formatDay(day), time: formatTime(time) });
  };
}

/** Sentences about the next step of a request; the first one is the most important. */
export function useNextStep(detail: ChangeRequestDetail): readonly string[] {
  const { t } = useTranslation("changeRequests");
  const sentenceOf = useObstacle(detail);
  const when = useWhen();
  const { request, labels } = detail;
  const obstacles = labels.map(sentenceOf);
  if (request.ended_at) {
    const reason = request.end_reason && labelOf(t("endReasons", { returnObjects: true }), request.end_reason);
    const why = [reason, request.end_note].filter(Boolean).join(": ");
    const ended = why
      ? t("next.ended", { when: when(request.ended_at), why })
      : t(`statuses.${request.status as "closed"}`);
    const repeatable = request.left + request.failed + request.kept;
    return [ended, ...obstacles, ...(repeatable > 0 ? [t("next.again", plural(repeatable))] : [])];
  }
  if (request.status === "applying") {
    const tried = { tried: formatNumber(request.targets - request.left), targets: formatNumber(request.targets) };
    return [...obstacles, t("progress.tried", tried)];
  }
  if (request.status !== "open") return [t(`statuses.${request.status as "closed"}`), ...obstacles];
  const { canary } = request;
  const first = canary
    ? [
        canary.wait_minutes === null
          ? t("next.firstPause", { formatted: formatNumber(canary.targets) })
          : t("next.firstWait", { formatted: formatNumber(canary.targets), count: canary.wait_minutes }),
      ]
    : [];
  return [...(obstacles.length > 0 ? obstacles : [t("next.ready", plural(request.left))]), ...first];
}

/** Labels with a sentence of the same name. */
const sentences = [
  "after",
  "author_lost_access",
  "canary",
  "checking",
  "frozen",
  "missed_start",
  "objected",
  "planning",
  "review_owed",
  "scheduled",
  "window_missed",
] as const;

/** Sentence of a label. */
function useObstacle(detail: ChangeRequestDetail) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "obstacles" });
  const { t: next } = useTranslation("changeRequests", { keyPrefix: "next" });
  const { t: common } = useTranslation();
  const when = useWhen();
  const { request, labels, stale_targets } = detail;
  const isScheduled = labels.includes("scheduled");
  const isWaiting = labels.includes("needs_approval");
  const starts = request.waits_until ?? request.apply_from ?? "";

  function missingApprovals() {
    const names = common("accountTypes", { returnObjects: true });
    const step = detail.required_approvals
      .filter(({ missing }) => missing > 0)
      .map(({ missing, roles }) => {
        const people = roles.map((role) => labelOf(names, role)).join(` ${next("or")} `);
        return next("approval", { ...plural(missing), roles: people });
      })
      .join(", ");
    return isScheduled ? next("thenStarts", { step, when: when(starts) }) : next("thenApply", { step });
  }
  const values = {
    names: objectionsOf(detail)
      .map(({ user_name }) => user_name)
      .join(", "),
    name: request.author_name,
    when: starts && when(starts),
    id: request.after,
    ...plural(stale_targets),
  };
  const { pause_reason, on_conflict } = request;
  const variants = {
    paused: pause_reason === "canary" || pause_reason === "failures" ? (`paused_${pause_reason}` as const) : "paused",
    stale: on_conflict === "stop" ? "stop" : "stale",
  } as const;
  return (label: string) => {
    if (label === "needs_approval") return missingApprovals();
    if (label === "scheduled" && isWaiting) return "";
    const name =
      label === "paused" || label === "stale" ? variants[label] : sentences.find((sentence) => sentence === label);
    return name ? t(name, values) : label.replaceAll("_", " ");
  };
}

interface Step {
  name: string;
  text: string;
  note: string;
  state: "done" | "now" | "later";
}
/** Steps of a request from its proposal to its end. */
export function useSteps({ request, required_approvals }: ChangeRequestDetail): readonly Step[] {
  const { t } = useTranslation("changeRequests", { keyPrefix: "steps" });
  const { targets, left, canary } = request;
  const tried = targets - left;
  const needed = required_approvals.reduce((sum, { approvals }) => sum + approvals, 0);
  const missing = required_approvals.reduce((sum, requirement) => sum + requirement.missing, 0);
  const starts = request.applied_at ?? request.apply_from;
  const startsAt = starts ? formatMoment(starts) : "";
  const others = canary ? targets - canary.targets : targets;
  const steps = [
    { name: "proposed", text: t("proposed"), note: formatMoment(request.created_at), isDone: true },
    needed > 0 && {
      name: "approval",
      text: t("approval"),
      note: t("of", { done: formatNumber(needed - missing), all: formatNumber(needed) }),
      isDone: missing === 0,
    },
    canary && {
      name: "first",
      text: t("first", { formatted: formatNumber(canary.targets) }),
      note: startsAt,
      isDone: tried >= canary.targets,
    },
    {
      name: "others",
      text: t(canary ? "others" : "all", { formatted: formatNumber(others) }),
      note: canary?.wait_minutes ? t("wait", { count: canary.wait_minutes }) : canary ? "" : startsAt,
      isDone: left === 0,
    },
    {
      name: "end",
      text: t("end"),
      note: request.ended_at ? formatMoment(request.ended_at) : "",
      isDone: request.ended_at !== null,
    },
  ].filter((step) => step !== false && step !== null);
  const now = request.ended_at ? undefined : steps.find(({ isDone }) => !isDone);
  return steps.map(({ isDone, ...step }) => ({
    ...step,
    state: isDone ? "done" : step.name === now?.name ? "now" : "later",
  }));
}
