import { useTranslation } from "react-i18next";
import { grouped } from "@/lib/numbers";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { type App, useReach } from "./broadcasts";

interface Props {
  /** `null` is all of them. */
  app: App | null;
  onYes: () => void;
  onClose: () => void;
}

/** The last question before a broadcast: it names whom it reaches, counted just now, and waits until it can. */
export function Asking({ app, onYes, onClose }: Props) {
  const { t } = useTranslation("broadcasts");
  const { data, error } = useReach(app, true);
  const reach = data?.data;
  const name = app ? t("ask.upgrade", { app: t(`apps.${app}`) }) : t("ask.relogin");
  function said() {
    if (error) return t("ask.unknown");
    if (!reach) return t("ask.counting");
    const devices = t("ask.devices", { count: reach.devices, formatted: grouped(reach.devices) });
    return t("ask.reaches", {
      devices,
      users: t("ask.users", { count: reach.users, formatted: grouped(reach.users) }),
    });
  }
  return (
    <ConfirmDialog
      title={name}
      intent="danger"
      yes={t("ask.send")}
      onYes={() => {
        if (!reach) return;
        onClose();
        onYes();
      }}
      onNo={onClose}
    >
      {said()}
    </ConfirmDialog>
  );
}
