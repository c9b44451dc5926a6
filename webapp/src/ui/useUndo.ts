import { use, useCallback } from "react";
import { useTranslation } from "react-i18next";
import { isSilent } from "@/api/errors";
import { RecordNameContext } from "./recordContext";
import { type ToastAction, toast } from "./toast";
import { useRefusal } from "./useRefusal";

/**
 * Undo a change with another change. False if the record has changed since and nothing was done. Must not depend on
 * the screen, which may be gone.
 */
export type Undo = () => Promise<boolean>;

/** Offer to undo a change and report the outcome. A failed undo is offered again. */
export function useUndoOffer() {
  const { t } = useTranslation();
  const refusalOf = useRefusal();
  return useCallback(
    (undo: Undo, record?: string): ToastAction => {
      const offer = {
        text: t("undo.offer"),
        async run() {
          try {
            if (await undo()) toast.success(t("undo.done"), { record });
            else toast.info(t("undo.changed"));
          } catch (error) {
            if (isSilent(error)) return;
            const { text, ...more } = refusalOf(error, t("undo.failed"));
            toast.error(text, { ...more, offer: more.offer ?? offer });
          }
        },
      };
      return offer;
    },
    [t, refusalOf],
  );
}

interface About {
  record?: string | undefined;
  detail?: string | undefined;
  /** Called after the undo. */
  reload?: () => unknown;
}

/**
 * Says that something was done, and offers to take it back. Once: the offer goes with the notice that holds it, when it
 * is taken and when the session ends.
 *
 *     const done = useUndo();
 *     done(t("saved"), () => restoreClinic(clinic), { record: clinic.name, reload });
 *
 * The notice names the record; the default is the record on screen.
 */
export function useUndo() {
  const offerOf = useUndoOffer();
  const onScreen = use(RecordNameContext);
  return useCallback(
    (message: string, undo: Undo, { record = onScreen, detail, reload }: About = {}) => {
      const undoAndReload = async () => {
        const undone = await undo();
        await reload?.();
        return undone;
      };
      toast.success(message, { record, detail, offer: offerOf(undoAndReload, record) });
    },
    [offerOf, onScreen],
  );
}
