import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { paths } from "@/app/paths";
import { formatNumber } from "@/lib/numbers";
import { toast } from "@/ui/toast";
import { Question } from "./questions";
import type { DialogProps } from "./requestActions";
import {
  pauseRequest,
  proposalLimitMs,
  resumeRequest,
  retryFailedChanges,
  stopRequest,
  undoRequest,
} from "./shared/changeRequests";

export function PauseDialog({ detail: { request }, onClose }: DialogProps) {
  const { t } = useTranslation("changeRequests");
  return (
    <Question
      title={t("pause.title")}
      yes={t("actions.pause")}
      done={t("pause.done")}
      change={pauseRequest(request)}
      onClose={onClose}
    >
      {t("pause.text")}
    </Question>
  );
}

export function ResumeDialog({ detail: { request }, onClose }: DialogProps) {
  const { t } = useTranslation("changeRequests");
  return (
    <Question
      title={t("resume.title")}
      yes={t("actions.resume")}
      done={t("resume.done")}
      change={resumeRequest(request)}
      onClose={onClose}
    >
      {t("apply.text", { count: request.left, formatted: formatNumber(request.left) })}
    </Question>
  );
}

export function StopDialog({ detail: { request }, onClose }: DialogProps) {
  const { t } = useTranslation("changeRequests");
  return (
    <Question
      title={t("stop.title")}
      yes={t("actions.stop")}
      intent="danger"
      done={t("stop.done")}
      change={stopRequest(request)}
      onClose={onClose}
    >
      {t("stop.text")}
    </Question>
  );
}

export function RetryDialog({ detail: { request }, onClose }: DialogProps) {
  const { t } = useTranslation("changeRequests");
  const count = request.failed + request.left;
  return (
    <Question
      title={t("retry.title")}
      yes={t("actions.retry")}
      done={t("apply.started")}
      change={retryFailedChanges(request)}
      onClose={onClose}
    >
      {t("retry.text", { count, formatted: formatNumber(count) })}
    </Question>
  );
}

/** Propose the undo of a request, and open its page. Nothing changes before someone applies it. */
export function UndoDialog({ detail: { request }, onClose }: DialogProps) {
  const { t } = useTranslation("changeRequests");
  const navigate = useNavigate();
  const { not_undoable: excluded } = request;
  return (
    <Question
      title={t("undo.title")}
      yes={t("actions.undo")}
      {...(excluded > 0 && { note: t("undo.excluded", { count: excluded, formatted: formatNumber(excluded) }) })}
      done=""
      change={undoRequest(request.id)}
      onSent={(answer) => {
        const requestId = answer?.data.request.id ?? 0;
        toast.success(t("propose.created", { id: requestId }));
        navigate(paths.changeRequest({ requestId }));
      }}
      limitMs={proposalLimitMs}
      onClose={onClose}
    >
      {t("undo.text")}
    </Question>
  );
}
