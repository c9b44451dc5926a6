import { useTranslation } from "react-i18next";
import { hasStatus, isSilent } from "@/api/errors";
import { useRefresh } from "@/api/hooks";
import { useSingleFlight } from "@/lib/useSingleFlight";
import { toast } from "@/ui/toast";
import { useTitledErrorToast } from "@/ui/useTitledErrorToast";

/** Answer of the server. Our server reports a pending approval; other platforms may omit it. */
interface Reply {
  data?: { proposal_id: number | null };
}
const changed = ["/careops/broadcasts", "/careops/broadcasts/reach", "/careops/broadcasts/proposals"] as const;

/**
 * Send once and report success in the specified words, or that it waits for approval, with the server's message. If
 * another broadcast came first, the countdown question opens again.
 */
export function useSendBroadcast(send: () => Promise<Reply>, done: string, onTooSoon: () => void) {
  const { t } = useTranslation("broadcasts");
  const reloadReach = useRefresh("/careops/broadcasts/reach");
  const reload = useRefresh(...changed);
  const failed = useTitledErrorToast();
  return useSingleFlight(async () => {
    let waits = false;
    try {
      const { data } = await send();
      waits = typeof data?.proposal_id === "number";
    } catch (error) {
      if (isSilent(error)) return;
      failed(error, t("failed"));
      if (hasStatus(error, 429)) {
        onTooSoon();
        await reloadReach();
      }
      return;
    }
    if (waits) toast.info(t("ask.needsApproval"));
    else toast.success(done);
    await reload();
  });
}
