import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "@/api/useSession";
import { Tool } from "@/ui/Toolbar";
import { type RequestAction, requestActions } from "./requestActions";
import type { ChangeRequestDetail } from "./shared/changeRequests";

/** Buttons for everything that the user may do with a request now. */
export function Actions({ detail }: { detail: ChangeRequestDetail }) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "actions" });
  const session = useSession();
  const [chosen, setChosen] = useState<RequestAction | null>(null);
  if (!session) return null;
  function close() {
    setChosen(null);
    // The button that opened the dialog may be gone with its action, and the focus with it.
    setTimeout(() => {
      if (document.activeElement === document.body) document.querySelector<HTMLElement>("h1")?.focus();
    });
  }
  const { Dialog } = chosen ?? {};
  const isPlanning = detail.labels.includes("planning");
  const isBlocked = (action: RequestAction) =>
    (isPlanning && action.name !== "close") || (action.isBlocked?.(detail) ?? false);
  const offered = requestActions.filter(({ isOffered }) => isOffered(detail, session.user.id, session.accountType));
  const main = offered.find((action) => action.isMain && !isBlocked(action));
  return (
    <>
      {offered.map((action) => (
        <Tool
          key={action.name}
          text={t(action.name)}
          main={action === main}
          {...(action.isDestructive && { icon: "delete" })}
          disabled={isBlocked(action)}
          onClick={() => setChosen(action)}
        />
      ))}
      {Dialog && <Dialog detail={detail} onClose={close} />}
    </>
  );
}
