import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useLeaveGuard } from "@/lib/useLeaveGuard";
import { useLinkGuard } from "@/lib/useLinkGuard";
import { ConfirmDialog } from "./ConfirmDialog";

interface Props {
  unsaved: boolean;
  /** Discard the input. */
  onDiscard: () => void;
}

/** Question for a form on a screen before a link, Back or a reload discards its input. */
export function LeaveConfirmDialog({ unsaved, onDiscard }: Props) {
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
