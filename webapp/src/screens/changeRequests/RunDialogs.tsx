import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { send } from "@/api/mutation";
import { paths } from "@/app/paths";
import { plural } from "@/lib/format/numbers";
import { useSingleFlight } from "@/lib/hooks/useSingleFlight";
import { ConfirmDialog } from "@/ui/dialog/ConfirmDialog";
import { toast } from "@/ui/feedback/toast";
import { useErrorToast } from "@/ui/feedback/useErrorToast";
import {
  type ChangeRequest,
  type DialogProps,
  proposalLimitMs,
  stepRequest,
  useRefreshRequests,
} from "./shared/changeRequests";

interface Undo {
  data: { request: { id: number } };
}
type Step = "apply" | "pause" | "resume" | "stop" | "undo" | "withdraw";
/** Steps of the run name the revision that was read. */
const bodyOf = (name: Step, { digest }: ChangeRequest) =>
  name === "withdraw" ? undefined : name === "undo" ? {} : { digest };

/**
 * Question before a step that needs no text. It closes after the change, or after a refusal, which it reports. An undo is
 * proposed, and its page opened.
 */
export const question = (name: Step) =>
  function QuestionDialog({ detail: { request }, onClose }: DialogProps) {
    const { t } = useTranslation("changeRequests");
    const { t: common } = useTranslation();
    const refresh = useRefreshRequests();
    const navigate = useNavigate();
    const fail = useErrorToast();
    const change = stepRequest(request.id, name, bodyOf(name, request));
    const isCounted = name === "apply" || name === "resume";
    const excluded = name === "undo" && request.not_undoable;
    const note =
      name === "apply"
        ? t(request.on_conflict === "stop" ? "apply.stop" : "apply.skip")
        : excluded
          ? t("undo.excluded", plural(excluded))
          : undefined;
    const work = useSingleFlight(async () => {
      try {
        const answer = await send<object>(change, { limitMs: proposalLimitMs });
        if (name === "undo") {
          // The page of the undo, where nothing changes before someone applies it.
          const requestId = (answer as Undo | undefined)?.data.request.id ?? 0;
          toast.success(t("propose.created", { id: requestId }));
          navigate(paths.changeRequest({ requestId }));
        } else toast.success(t(`${name}.done`));
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
        {...(name === "stop" && { intent: "danger" })}
        toRequest={() => change}
        waits={work.busy}
        onYes={() => void work.run()}
        onNo={onClose}
      >
        {isCounted ? t("apply.text", plural(request.left)) : t(`${name}.text`)}
      </ConfirmDialog>
    );
  };
