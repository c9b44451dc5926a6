import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useLeaveGuard } from "@/lib/useLeaveGuard";
import { useLinkGuard } from "@/lib/useLinkGuard";
import { ConfirmDialog } from "./ConfirmDialog";

interface Props {
  unsaved: boolean;
  /** What was typed is thrown away. */
  onDiscard: () => void;
}

/** Of a form that stands on its screen: asks before a link, Back or a reload takes away what was typed in it. */
export function LeaveQuestion({ unsaved, onDiscard }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [leave, setLeave] = useState<{ go: () => void } | null>(null);
  useLeaveGuard(unsaved, (go) => setLeave({ go }), unsaved);
  useLinkGuard(unsaved, (to) => setLeave({ go: () => navigate(to) }));
  if (!leave) return null;
  return (
    <ConfirmDialog
      title={t("discard.title")}
      yes={t("discard.discard")}
      no={t("discard.keep")}
      intent="danger"
      onYes={() => {
        onDiscard();
        setLeave(null);
        leave.go();
      }}
      onNo={() => setLeave(null)}
    >
      {t("discard.text")}
    </ConfirmDialog>
  );
}
