import { useTranslation } from "react-i18next";
import { ApiError, isSilent } from "@/api/errors";
import { useRefresh } from "@/api/hooks";
import { useOnce } from "@/lib/useOnce";
import { notify } from "@/ui/notify";
import { useSpecifiedFailure } from "@/ui/useSpecifiedFailure";

/** What a platform answers: ours tells what waits, another one may tell nothing. */
interface Reply {
  data?: { proposal_id: number | null };
}
const changed = ["/careops/broadcasts", "/careops/broadcasts/reach", "/careops/broadcasts/proposals"] as const;

/**
 * Sends it once, and says what came of it in the documented words, or that it waits for somebody else's approval; what the server said stands beside them. Where
 * somebody else was quicker it was too soon, and the question that counts the seconds is asked again.
 */
export function useSending(send: () => Promise<Reply>, done: string, onTooSoon: () => void) {
  const { t } = useTranslation("broadcasts");
  const refresh = useRefresh();
  const failed = useSpecifiedFailure();
  return useOnce(async () => {
    let waits = false;
    try {
      const { data } = await send();
      waits = typeof data?.proposal_id === "number";
    } catch (error) {
      if (isSilent(error)) return;
      failed(error, t("failed"));
      if (error instanceof ApiError && error.status === 429) {
        onTooSoon();
        await refresh("/careops/broadcasts/reach");
      }
      return;
    }
    if (waits) notify.info(t("ask.needsApproval"));
    else notify.success(done);
    await refresh(...changed);
  });
}
