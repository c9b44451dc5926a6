import { useTranslation } from "react-i18next";
import { useGuardedNavigate } from "@/lib/useLinkGuard";
import { useSingleFlight } from "@/lib/useSingleFlight";
import { toast } from "@/ui/toast";
import { useErrorToast } from "@/ui/useErrorToast";
import { heldItem } from "./heldItem";
import { claimNext, itemUrl } from "./today";

/** Claim and open the next item. The key `n` presses its button. `whenNone` runs if nothing is due. */
export function useNextItem(whenNone?: () => void) {
  const { t } = useTranslation("today");
  const navigate = useGuardedNavigate();
  const reportError = useErrorToast();
  const { run: open, busy } = useSingleFlight(async () => {
    try {
      const item = await claimNext();
      const at = item && itemUrl(item);
      if (item && at) {
        heldItem.set({ item, at });
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
