import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type Mutation, send } from "@/api/mutation";
import { formatNumber } from "@/lib/numbers";
import { useSingleFlight } from "@/lib/useSingleFlight";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { toast } from "@/ui/toast";
import { useErrorToast } from "@/ui/useErrorToast";
import type { DialogProps } from "./requestActions";
import { applyRequest, closeRequest, takeOverRequest, useRefreshRequests } from "./shared/changeRequests";

/** Ask before the changes are made. */
export function ApplyDialog({ detail: { request }, onClose }: DialogProps) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "apply" });
  const { t: actions } = useTranslation("changeRequests", { keyPrefix: "actions" });
  return (
    <Question
      title={t("title")}
      yes={actions("apply")}
      note={t(request.on_conflict === "stop" ? "stop" : "skip")}
      done={t("started")}
      change={applyRequest(request)}
      onClose={onClose}
    >
      {t("text", { count: request.left, formatted: formatNumber(request.left) })}
    </Question>
  );
}

export function TakeOverDialog({ detail: { request }, onClose }: DialogProps) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "takeOver" });
  const { t: actions } = useTranslation("changeRequests", { keyPrefix: "actions" });
  return (
    <Question
      title={t("title")}
      yes={actions("takeOver")}
      done={t("done")}
      change={takeOverRequest(request.id)}
      onClose={onClose}
    >
      {t("text")}
    </Question>
  );
}

export function CloseDialog({ detail: { request }, onClose }: DialogProps) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "close" });
  const { t: actions } = useTranslation("changeRequests", { keyPrefix: "actions" });
  return (
    <Question
      title={t("title")}
      yes={actions("close")}
      intent="danger"
      done={t("done")}
      change={closeRequest(request.id)}
      onClose={onClose}
    >
      {t("text")}
    </Question>
  );
}

interface Props<Answer> {
  title: string;
  yes: string;
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
export function Question<Answer>({
  title,
  yes,
  note,
  intent,
  done,
  change,
  onSent = () => toast.success(done),
  limitMs,
  onClose,
  children,
}: Props<Answer>) {
  const { t } = useTranslation();
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
      title={title}
      yes={yes}
      no={t("cancel")}
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
