import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { EntryGroup } from "@/api/gen/choices";
import { FollowUpDialog } from "@/screens/followUps/shared/FollowUpDialog";
import type { RecordRef } from "@/screens/notes/shared/notes";
import { InfoDrawer } from "@/ui/InfoDrawer";
import { Tool } from "@/ui/Toolbar";
import { TimelineOfGroup } from "./Timeline";

interface Props {
  record: RecordRef;
  title: string;
  onClose: () => void;
}

/** Timeline of a record without a page, with forms for notes and follow-ups. */
export function TimelineDrawer({ record, title, onClose }: Props) {
  const { t } = useTranslation("followUps", { keyPrefix: "actions" });
  const [group, setGroup] = useState<EntryGroup | null>(null);
  const [isAdding, setAdding] = useState(false);
  return (
    <InfoDrawer title={title} onClose={onClose}>
      <div>
        <Tool icon="calendar" text={t("followUp")} onClick={() => setAdding(true)} />
      </div>
      <TimelineOfGroup record={record} group={group} onChoose={setGroup} />
      {isAdding && <FollowUpDialog record={record} onClose={() => setAdding(false)} />}
    </InfoDrawer>
  );
}
