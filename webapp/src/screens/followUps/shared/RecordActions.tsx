import { useState } from "react";
import { useTranslation } from "react-i18next";
import { NoteDialog } from "@/screens/notes/shared/NoteComposer";
import type { ShownRecord } from "@/ui/context/recordContext";
import { Tool } from "@/ui/layout/Toolbar";
import { FollowUpDialog } from "./FollowUpDialog";

/** Actions beside the name of a record: add a note or a follow-up. */
export function RecordActions({ record }: { record: ShownRecord }) {
  const { t } = useTranslation("followUps", { keyPrefix: "actions" });
  const [open, setOpen] = useState<"note" | "followUp" | null>(null);
  const onClose = () => setOpen(null);
  return (
    <>
      {/* The key `m` presses it. */}
      <span data-new-note>
        <Tool icon="notes" text={t("note")} onClick={() => setOpen("note")} />
      </span>
      <Tool icon="calendar" text={t("followUp")} onClick={() => setOpen("followUp")} />
      {open === "note" && <NoteDialog record={record} onClose={onClose} />}
      {open === "followUp" && <FollowUpDialog record={record} onClose={onClose} />}
    </>
  );
}
