import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { closeChangeRequestRules } from "@/api/gen/rules";
import { type Mutation, send } from "@/api/mutation";
import { paths } from "@/app/paths";
import { plural } from "@/lib/numbers";
import { useSingleFlight } from "@/lib/useSingleFlight";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { FormDialog } from "@/ui/FormDialog";
import { AreaField } from "@/ui/fields/AreaField";
import { toast } from "@/ui/toast";
import { useErrorToast } from "@/ui/useErrorToast";
import type { DialogProps } from "./requestActions";
import {
  applyRequest,
  closeRequest,
  pauseRequest,
  proposalLimitMs,
  resumeRequest,
  stopRequest,
  undoRequest,
  useRefreshRequests,
  withdrawReview,
} from "./shared/changeRequests";

/** Ask before the changes are made. */
export function ApplyDialog({ detail: { request }, onClose }: DialogProps) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "apply" });
  return (
    <Question
      name="apply"
      note={t(request.on_conflict === "stop" ? "stop" : "skip")}
      done={t("started")}
      change={applyRequest(request)}
      onClose={onClose}
    >
      {t("text", plural(request.left))}
    </Question>
  );
}

export function WithdrawDialog({ detail: { request }, onClose }: DialogProps) {
  return <PlainQuestion name="withdraw" change={withdrawReview(request.id)} onClose={onClose} />;
}

/** Close an open request, with a reason for its author and reviewers. */
export function CloseDialog({ detail: { request }, onClose }: DialogProps) {
  const { t } = useTranslation("changeRequests");
  const refresh = useRefreshRequests();
  return (
    <FormDialog
      title={t("close.title")}
      submit={t("actions.close")}
      initial={{ reason: "" }}
      draft={`changeRequestClose.${request.id}`}
      rules={{ reason: closeChangeRequestRules.reason }}
      call={null}
      startsChanged
      toRequest={({ reason }) => closeRequest(request.id, reason.trim())}
      done={t("close.done")}
      onSent={refresh}
      onClose={onClose}
    >
      {(ask) => (
        <>
          <p>{t("close.text")}</p>
          <AreaField label={t("close.reason")} {...ask("reason")} />
        </>
      )}
    </FormDialog>
  );
}

export function PauseDialog({ detail: { request }, onClose }: DialogProps) {
  return <PlainQuestion name="pause" change={pauseRequest(request)} onClose={onClose} />;
}

export function ResumeDialog({ detail: { request }, onClose }: DialogProps) {
  const { t } = useTranslation("changeRequests");
  return (
    <Question name="resume" done={t("resume.done")} change={resumeRequest(request)} onClose={onClose}>
      {t("apply.text", plural(request.left))}
    </Question>
  );
}

export function StopDialog({ detail: { request }, onClose }: DialogProps) {
  return <PlainQuestion name="stop" intent="danger" change={stopRequest(request)} onClose={onClose} />;
}

/** Propose the undo of a request, and open its page. Nothing changes before someone applies it. */
export function UndoDialog({ detail: { request }, onClose }: DialogProps) {
  const { t } = useTranslation("changeRequests");
  const navigate = useNavigate();
  const { not_undoable: excluded } = request;
  return (
    <Question
      name="undo"
      {...(excluded > 0 && { note: t("undo.excluded", plural(excluded)) })}
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

type PlainProps<Answer> = Omit<Props<Answer>, "name" | "done" | "children"> & {
  name: "withdraw" | "pause" | "stop";
};
/** Question whose text and message are the same for every request. */
function PlainQuestion<Answer>({ name, ...props }: PlainProps<Answer>) {
  const { t } = useTranslation("changeRequests");
  return (
    <Question name={name} done={t(`${name}.done`)} {...props}>
      {t(`${name}.text`)}
    </Question>
  );
}

interface Props<Answer> {
  /** Name of the action, which is the key of its button and of the title. */
  name: "apply" | "withdraw" | "pause" | "resume" | "stop" | "undo";
  note?: string;
  intent?: "danger";
  /** Message after the change. */
  done: string;
  change: Mutation<Answer>;
  /** Called after the change, in place of the message. */
  onSent?: (answer: Answer | undefined) => void;
  /** Time limit in milliseconds, if it differs from that of other changes. */
  limitMs?: number;
  onClose: () => void;
  children: ReactNode;
}
/** Question that closes after the change, or after a refusal, which a notification reports. */
function Question<Answer>({
  name,
  note,
  intent,
  done,
  change,
  onSent = () => toast.success(done),
  limitMs,
  onClose,
  children,
}: Props<Answer>) {
  const { t } = useTranslation("changeRequests");
  const { t: common } = useTranslation();
  const refresh = useRefreshRequests();
  const fail = useErrorToast();
  const work = useSingleFlight(async () => {
    try {
      onSent(await send(change, limitMs === undefined ? {} : { limitMs }));
    } catch (error) {
      fail(error);
    }
    onClose();
    // Also after a refusal, because its reason is often that the request has changed.
    await refresh();
  });
  return (
    <ConfirmDialog
      title={t(`${name}.title`)}
      yes={t(`actions.${name}`)}
      no={common("cancel")}
      note={note}
      {...(intent && { intent })}
      toRequest={() => change}
      waits={work.busy}
      onYes={() => void work.run()}
      onNo={onClose}
    >
      {children}
    </ConfirmDialog>
  );
}
