import { useTranslation } from "react-i18next";
import { hasStatus, isSilent } from "@/api/errors";
import { useRefresh } from "@/api/hooks";
import { send } from "@/api/mutation";
import { useSingleFlight } from "@/lib/hooks/useSingleFlight";
import { toast } from "@/ui/feedback/toast";
import { useTitledErrorToast } from "@/ui/feedback/useTitledErrorToast";
import { type App, broadcastRequest } from "./broadcasts";

/**
 * Send once and report success in the specified words. If another broadcast came first, the countdown question opens
 * again; if it needs an approval, the message offers "Propose…".
 */
export function useSendBroadcast(app: App | null, done: string, onTooSoon: () => void) {
  const { t } = useTranslation("broadcasts");
  const reloadReach = useRefresh("/careops/broadcasts/reach");
  const reload = useRefresh("/careops/broadcasts", "/careops/broadcasts/reach");
  const failed = useTitledErrorToast();
  return useSingleFlight(async () => {
    try {
      await send(broadcastRequest(app));
    } catch (error) {
      if (isSilent(error)) return;
      failed(error, t("failed"));
      if (hasStatus(error, 429)) {
        onTooSoon();
        await reloadReach();
      }
      return;
    }
    toast.success(done);
    await reload();
  });
}
