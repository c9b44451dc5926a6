import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FollowUpDialog } from "@/screens/followUps/shared/FollowUpDialog";
import type { RecordRef } from "@/screens/notes/shared/notes";
import { InfoDrawer } from "@/ui/dialog/InfoDrawer";
import { Tool } from "@/ui/layout/Toolbar";
import { ShownTimeline } from "./Timeline";
import type { Shown } from "./timeline";

interface Props {
  record: RecordRef;
  title: string;
  onClose: () => void;
}

/** Timeline of a record without a page, with forms for notes and follow-ups. */
export function TimelineDrawer({ record, title, onClose }: Props) {
  const { t } = useTranslation("followUps", { keyPrefix: "actions" });
  const [shown, setShown] = useState<Shown>({ group: null, isComplete: false });
  const [isAdding, setAdding] = useState(false);
  return (
    <InfoDrawer title={title} onClose={onClose}>
      <div>
        <Tool icon="calendar" text={t("followUp")} onClick={() => setAdding(true)} />
      </div>
      <ShownTimeline record={record} shown={shown} onShow={setShown} />
      {isAdding && <FollowUpDialog record={record} onClose={() => setAdding(false)} />}
    </InfoDrawer>
  );
}
