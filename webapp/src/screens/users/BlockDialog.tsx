import { useState } from "react";
import { useTranslation } from "react-i18next";
import { plural } from "@/lib/format/numbers";
import { useDevices } from "@/screens/devices/shared/devices";
import { ConfirmDialog } from "@/ui/dialog/ConfirmDialog";
import { CheckFilter } from "@/ui/filters/CheckFilter";
import { changeUserRequest, findBlocked, type User, userName } from "./users";

interface Props {
  user: User;
  note: string | undefined;
  onBlock: (withDevices: boolean) => void;
  onClose: () => void;
}

/** Ask whether to block a user, and offer to delete the devices in the same step. */
export function BlockDialog({ user, note, onBlock, onClose }: Props) {
  const { t } = useTranslation("users", { keyPrefix: "status" });
  const { t: common } = useTranslation();
  const [withDevices, setWithDevices] = useState(false);
  const { total: devices } = useDevices(user.id, { page: 1, perpage: 1 }, "");
  return (
    <ConfirmDialog
      title={t("blockTitle", { name: userName(user) })}
      note={note}
      intent="danger"
      toRequest={() => (withDevices ? null : changeUserRequest(user.id, { user_status: "BLOCKED" }))}
      already={async () => {
        // The devices are still to be deleted.
        const last = withDevices ? null : await findBlocked(user.id);
        return last && { text: common("already.blocked"), ...last };
      }}
      onYes={() => onBlock(withDevices)}
      onNo={onClose}
      option={
        devices > 0 && (
          <CheckFilter label={t("blockDevices", plural(devices))} checked={withDevices} onChange={setWithDevices} />
        )
      }
    >
      {t("blockAsk")}
    </ConfirmDialog>
  );
}
