import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { useGuardedNavigate } from "@/lib/useLinkGuard";
import { useSingleFlight } from "@/lib/useSingleFlight";
import { toast } from "@/ui/toast";
import { useErrorToast } from "@/ui/useErrorToast";
import { sumOf } from "./dueCounts";
import { heldItem, type Round } from "./heldItem";
import { claimNext, isKnown, itemUrl, todayPath } from "./today";

/**
 * Claim and open the next item of a round. The key `n` presses its button. Without a round, one begins with the items
 * of a source, or of all. `whenNone` runs if nothing is due.
 */
export function useNextItem({ source = null, whenNone }: { source?: string | null; whenNone?: () => void } = {}) {
  const { t } = useTranslation("today");
  const navigate = useGuardedNavigate();
  const reportError = useErrorToast();
  const { run: open, busy } = useSingleFlight(async () => {
    const before = heldItem.get()?.round ?? null;
    try {
      const round = before ? { ...before, position: before.position + 1 } : await startRound(source);
      const item = await claimNext(round.source);
      const at = item && itemUrl(item);
      if (item && at) {
        heldItem.set({ item, at, round });
        navigate(at);
      } else {
        toast.info(t("nothing"));
        whenNone?.();
      }
    } catch (error) {
      reportError(error);
    }
  });
  return { busy, open };
}

async function startRound(source: string | null): Promise<Round> {
  const { data } = await api.get(todayPath, {});
  const queues = data.sources.filter((queue) => isKnown(queue.source) && (source === null || queue.source === source));
  return { source, position: 1, total: sumOf(queues) };
}
