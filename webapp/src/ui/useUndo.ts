import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { isSilent } from "@/api/errors";
import { useFailureDetail, useFailureText } from "@/lib/useFailureText";
import { notify } from "./notify";

/**
 * Takes a change back, as a change of its own. False when somebody has changed it since: then nothing was done.
 * What it needs it has kept; the screen it was done on may be gone.
 */
export type Undo = () => Promise<boolean>;

/**
 * Says that something was done, and offers to take it back. Once: the offer goes with the notice that holds it, when it
 * is taken and when the session ends. What failed is offered again.
 *
 *     const done = useUndo();
 *     done(t("saved"), async () => { …; return true; });
 */
export function useUndo() {
  const { t } = useTranslation();
  const textOf = useFailureText();
  const detailOf = useFailureDetail();
  return useCallback(
    (said: string, undo: Undo) => {
      const offer = {
        text: t("undo.offer"),
        async run() {
          try {
            if (await undo()) notify.success(t("undo.done"));
            else notify.info(t("undo.changed"));
          } catch (error) {
            if (isSilent(error)) return;
            notify.error(textOf(error, t("undo.failed")), { detail: detailOf(error), offer });
          }
        },
      };
      notify.success(said, offer);
    },
    [t, textOf, detailOf],
  );
}
