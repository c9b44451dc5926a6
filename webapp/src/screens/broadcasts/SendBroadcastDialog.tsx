import { useTranslation } from "react-i18next";
import { isNotOffered } from "@/api/errors";
import { plural } from "@/lib/format/numbers";
import { useCountdown } from "@/lib/time/useCountdown";
import { ConfirmDialog } from "@/ui/dialog/ConfirmDialog";
import { type App, broadcastRequest, useReach } from "./broadcasts";

interface Props {
  /** `null` means all apps. */
  app: App | null;
  onYes: () => void;
  onClose: () => void;
}

/**
 * Confirmation before a broadcast, with the current number of devices. Within a minute after the last one, it counts
 * down and enables the answer at the end.
 */
export function SendBroadcastDialog({ app, onYes, onClose }: Props) {
  const { t } = useTranslation("broadcasts");
  const { data, error, isValidating } = useReach(app, true);
  const reach = isValidating ? undefined : data?.data;
  const left = useCountdown(reach?.wait_seconds ?? 0, reach);
  const name = app ? t("ask.upgrade", { app: t(`apps.${app}`) }) : t("ask.relogin");
  function reachText() {
    if (isNotOffered(error)) return t("ask.uncounted");
    if (error) return t("ask.unknown");
    if (!reach) return t("ask.counting");
    if (reach.devices === 0) return t("ask.reachesNone");
    const devices = t("ask.devices", plural(reach.devices));
    return t("ask.reaches", {
      devices,
      users: t("ask.users", plural(reach.users)),
    });
  }
  return (
    <ConfirmDialog
      title={name}
      intent="danger"
      yes={t("ask.send")}
      waits={(!reach && !isNotOffered(error)) || left > 0}
      call={app ? "SendWebUpgrade" : "SendRelogin"}
      toProposal={async () => broadcastRequest(app)}
      onYes={() => {
        onClose();
        onYes();
      }}
      onNo={onClose}
    >
      {reachText()}
      {reach !== undefined && reach.wait_seconds > 0 && (
        <>
          <br />
          <strong role="timer">{left > 0 && t("ask.wait", plural(left))}</strong>
          <strong role="status">{left === 0 && t("ask.now")}</strong>
        </>
      )}
    </ConfirmDialog>
  );
}
