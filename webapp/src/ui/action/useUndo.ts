import { use, useCallback } from "react";
import { useTranslation } from "react-i18next";
import { isSilent } from "@/api/errors";
import { type ChangeTrail, findEditor } from "@/api/lastChange";
import { serverNow } from "@/api/token";
import { formatMoment } from "@/lib/time/dates";
import { RecordNameContext } from "../context/recordContext";
import { type ToastAction, toast } from "../feedback/toast";
import { useRefusal } from "../feedback/useRefusal";
import { useUndoTitle } from "./UndoDialog";
import { named, type UndoneRecord, type UndoResult, undoResult } from "./undoResult";

/**
 * Undo a change with another change. False if the record has another value since and nothing was done; a result if there
 * are several records. Must not depend on the screen, which may be gone.
 */
export type Undo = () => Promise<boolean | UndoResult>;

interface UndoneChange {
  /** Name of the record, and address of its page. */
  record?: string | undefined;
  to?: string | undefined;
  /** Where the audit log has the change, to name who changed the value in between. */
  trail?: ChangeTrail | undefined;
}

/** Return a function that reports the result of an undo: in the dialog if there is something to read. */
export function useUndoReport() {
  const { t } = useTranslation();
  const titleOf = useUndoTitle();
  return useCallback(
    (result: UndoResult, record?: string) => {
      const { undone, edited, failed, note } = result;
      const isPlain = edited.count + failed.count === 0 && !note && undone.records.every((entry) => !entry.note);
      if (!isPlain) undoResult.set(result);
      else toast.success(undone.count === 1 ? t("undo.done") : titleOf(result), { record });
    },
    [t, titleOf],
  );
}

/** Return a function that names the person and the time of a change since. */
export function useEditorNote() {
  const { t } = useTranslation("common", { keyPrefix: "undo" });
  return useCallback(
    (outcome: "undone" | "edited", by: string | null | undefined, at: string | null | undefined) =>
      by && at ? t(`by.${outcome}`, { name: by, moment: formatMoment(at) }) : undefined,
    [t],
  );
}

/** Offer to undo a change and report the result. */
export function useUndoOffer() {
  const { t } = useTranslation();
  const refusalOf = useRefusal();
  const report = useUndoReport();
  const noteOf = useEditorNote();
  return useCallback(
    (undo: Undo, { record, to, trail }: UndoneChange = {}): ToastAction => {
      const since = serverNow();
      const toRecord = (note?: string): UndoneRecord => ({ name: record ?? t("undo.change"), to, note });
      const none = { undone: named([]), edited: named([]), failed: named([]) };
      const offer = {
        text: t("undo.offer"),
        async run() {
          try {
            const result = await undo();
            if (typeof result !== "boolean") return report(result, record);
            const outcome = result ? "undone" : "edited";
            const { by, at } = await findEditor(trail, since, result);
            report({ ...none, [outcome]: named([toRecord(noteOf(outcome, by, at))]) }, record);
          } catch (error) {
            if (isSilent(error)) return;
            const { text, detail, offer: proposal } = refusalOf(error, t("undo.failed"));
            const reason = [text, detail].filter(Boolean).join(" ");
            report({ ...none, failed: named([toRecord(reason)]), offer: proposal ?? offer });
          }
        },
      };
      return offer;
    },
    [t, refusalOf, report, noteOf],
  );
}

interface About extends UndoneChange {
  detail?: string | undefined;
  /** Called after the undo. */
  reload?: () => unknown;
}

/**
 * Says that something was done, and offers to undo it. Once: the offer goes with the notice that holds it, when it
 * is taken and when the session ends.
 *
 *     const done = useUndo();
 *     done(t("saved"), () => revertClinic(clinic), { record: clinic.name, reload });
 *
 * The notice names the record; the default is the record on screen.
 */
export function useUndo() {
  const offerOf = useUndoOffer();
  const onScreen = use(RecordNameContext);
  return useCallback(
    (message: string, undo: Undo, { record = onScreen, detail, reload, ...change }: About = {}) => {
      const undoAndReload = async () => {
        const undone = await undo();
        await reload?.();
        return undone;
      };
      toast.success(message, { record, detail, offer: offerOf(undoAndReload, { record, ...change }) });
    },
    [offerOf, onScreen],
  );
}
