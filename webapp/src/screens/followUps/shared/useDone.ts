import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { send } from "@/api/mutation";
import { useUndo } from "@/ui/action/useUndo";
import { useErrorToast } from "@/ui/feedback/useErrorToast";
import { closeFollowUpRequest, type FollowUp, reopenFollowUpRequest, useRefreshFollowUps } from "./followUps";

/** Return a function that closes a follow-up as done, and offers to reopen it. */
export function useDone() {
  const { t } = useTranslation("followUps");
  const failed = useErrorToast();
  const refresh = useRefreshFollowUps();
  const offerUndo = useUndo();
  return useCallback(
    async (followUp: Pick<FollowUp, "id" | "what">) => {
      try {
        await send(closeFollowUpRequest(followUp, "done"));
        offerUndo(t("done.closed", { what: followUp.what }), async () => {
          await send(reopenFollowUpRequest(followUp));
          await refresh();
          return true;
        });
      } catch (error) {
        failed(error);
      }
      await refresh();
    },
    [t, failed, refresh, offerUndo],
  );
}
