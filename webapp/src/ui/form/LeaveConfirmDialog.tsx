import { useState } from "react";
import { useNavigate } from "react-router";
import { useLeaveGuard } from "@/lib/hooks/useLeaveGuard";
import { useLinkGuard } from "@/lib/hooks/useLinkGuard";
import { DiscardDialog } from "./DiscardDialog";

interface Props {
  unsaved: boolean;
  /** Discard the input. */
  onDiscard: () => void;
}

/** Question for a form on a screen before a link, Back or a reload discards its input. */
export function LeaveConfirmDialog({ unsaved, onDiscard }: Props) {
  const navigate = useNavigate();
  const [leave, setLeave] = useState<{ go: () => void } | null>(null);
  useLeaveGuard(unsaved, (go) => setLeave({ go }), unsaved);
  useLinkGuard(unsaved, (to) => setLeave({ go: () => navigate(to) }));
  if (!leave) return null;
  return (
    <DiscardDialog
      onDiscard={() => {
        onDiscard();
        setLeave(null);
        leave.go();
      }}
      onKeep={() => setLeave(null)}
    />
  );
}
