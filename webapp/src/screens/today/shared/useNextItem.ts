import { useTranslation } from "react-i18next";
import { useGuardedNavigate } from "@/lib/hooks/useLinkGuard";
import { useSingleFlight } from "@/lib/hooks/useSingleFlight";
import { toast } from "@/ui/feedback/toast";
import { useErrorToast } from "@/ui/feedback/useErrorToast";
import { sumOf } from "./dueCounts";
import { heldItem } from "./heldItem";
import { claimNext, itemUrl, type Queue } from "./today";

interface Options {
  /** Due items of one source, or of all, with which a round begins. */
  queues?: readonly Queue[];
  source?: string | null;
  /** Runs if nothing is due. */
  whenNone?: () => void;
}

/** Claim and open the next item, of the round that has begun or of a new one. The key `n` presses its button. */
export function useNextItem({ queues, source = null, whenNone }: Options = {}) {
  const { t } = useTranslation("today");
  const navigate = useGuardedNavigate();
  const reportError = useErrorToast();
  const { run: open, busy } = useSingleFlight(async () => {
    const before = heldItem.get()?.round ?? (queues ? { source, position: 0, total: sumOf(queues) } : null);
    const round = before && { ...before, position: before.position + 1 };
    try {
      const item = await claimNext(round?.source ?? null);
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
