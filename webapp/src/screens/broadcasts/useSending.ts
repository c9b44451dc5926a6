import { useTranslation } from "react-i18next";
import { ApiError, isSilent } from "@/api/errors";
import { useRefresh } from "@/api/hooks";
import { useFailureText } from "@/lib/useFailureText";
import { useOnce } from "@/lib/useOnce";
import { notify } from "@/ui/notify";

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
  const textOf = useFailureText();
  return useOnce(async () => {
    let waits = false;
    try {
      const { data } = await send();
      waits = typeof data?.proposal_id === "number";
    } catch (error) {
      if (isSilent(error)) return;
      const said = error instanceof ApiError && error.problems[0]?.title ? textOf(error) : null;
      if (said) notify.error(said, t("failed"));
      else notify.error(t("failed"));
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
