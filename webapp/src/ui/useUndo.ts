import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { isSilent } from "@/api/errors";
import { useFailureDetail, useFailureText } from "@/lib/useFailureText";
import { notify } from "./notify";

/**
 * Undo a change with another change. False if the record has changed since and nothing was done. Must not depend on
 * the screen, which may be gone.
 */
export type Undo = () => Promise<boolean>;

/**
 * Report success with an offer to undo. The offer ends when it is used, with its notification and with the session; a
 * failed undo is offered again.
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
