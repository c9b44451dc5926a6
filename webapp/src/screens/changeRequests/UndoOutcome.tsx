import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AppliedOutcome } from "@/api/gen/choices";
import { useFieldMessage } from "@/lib/errors/useErrorText";
import { plural } from "@/lib/format/numbers";
import { useSingleFlight } from "@/lib/hooks/useSingleFlight";
import { useUndoTitle } from "@/ui/action/UndoDialog";
import { useEditorNote, useUndoReport } from "@/ui/action/useUndo";
import { useErrorToast } from "@/ui/feedback/useErrorToast";
import { Tool } from "@/ui/layout/Toolbar";
import { recordAddress, recordName } from "./records";
import { type ChangeRequest, type RequestTarget, readTargets } from "./shared/changeRequests";

/**
 * Result of an undo that has ended: a button with its title, which opens the dialog of all undos. The result is reported
 * as well if the run ends while the page is open.
 */
export function UndoOutcome({ request }: { request: ChangeRequest }) {
  const titleOf = useUndoTitle();
  const report = useUndoReport();
  const read = useReadUndo();
  const fail = useErrorToast();
  const hasEnded = request.ended_at !== null && request.left < request.targets;
  const [wasRunning] = useState(!hasEnded);
  const open = useSingleFlight(() => read(request).then(report, fail));
  const { run } = open;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the run ends
  useEffect(() => {
    if (hasEnded && wasRunning) void run();
  }, [hasEnded]);
  return hasEnded && <Tool text={titleOf(countsOf(request))} onClick={() => void run()} />;
}

const counted = (count: number) => ({ count, records: [] });
/** A record that had its earlier value already was edited since, too. */
const countsOf = ({ done, kept, unchanged, failed }: ChangeRequest) => ({
  undone: counted(done),
  edited: counted(kept + unchanged),
  failed: counted(failed),
});

/** Return a function that reads the first records of each outcome of an undo, those with a change in between first. */
function useReadUndo() {
  const { t } = useTranslation("changeRequests");
  const noteOf = useEditorNote();
  const messageOf = useFieldMessage();
  return useCallback(
    async (request: ChangeRequest) => {
      const names = t("records", { returnObjects: true });
      const read = async (outcome: AppliedOutcome, toNote: (target: RequestTarget) => string | undefined) => {
        const targets = request[outcome] > 0 ? await readTargets(request.id, outcome) : [];
        const records = targets.map((target) => ({
          name: recordName(target, names),
          to: recordAddress(target),
          note: toNote(target),
        }));
        return records.toSorted((a, b) => Number(!a.note) - Number(!b.note));
      };
      const editorOf =
        (outcome: "undone" | "edited") =>
        ({ conflicts }: RequestTarget) => {
          const conflict = conflicts.find(({ kept }) => kept) ?? conflicts[0];
          return noteOf(outcome, conflict?.changed_by, conflict?.changed_at);
        };
      const [undone, kept, unchanged, failed] = await Promise.all([
        read("done", editorOf("undone")),
        read("kept", editorOf("edited")),
        read("unchanged", () => undefined),
        read("failed", ({ errors }) => errors.map(messageOf).join("; ")),
      ]);
      const counts = countsOf(request);
      return {
        undone: { ...counts.undone, records: undone },
        edited: { ...counts.edited, records: [...kept, ...unchanged] },
        failed: { ...counts.failed, records: failed },
        note: request.excluded > 0 ? t("undo.excluded", plural(request.excluded)) : undefined,
      };
    },
    [t, noteOf, messageOf],
  );
}
