import { useState } from "react";
import { useTranslation } from "react-i18next";
import { send } from "@/api/mutation";
import { useSingleFlight } from "@/lib/useSingleFlight";
import { SelectAction } from "@/ui/SelectAction";
import { toast } from "@/ui/toast";
import { useActionErrorToast } from "@/ui/useActionErrorToast";
import { changeUserRequest, type Flag, flags, type User, useReloadUser, userName } from "./users";

/** The user's two modules: select one and turn it on or off (B 4). */
export function UserModules({ user }: { user: User }) {
  const { t } = useTranslation("users");
  const notice = useActionErrorToast();
  const reload = useReloadUser();
  const [pick, setPick] = useState<Flag | "">("");
  const [missing, setMissing] = useState(false);
  const on = pick !== "" && user[pick];

  const flip = useSingleFlight(async (flag: Flag, next: boolean) => {
    notice.dismiss();
    try {
      await send(changeUserRequest(user.id, { [flag]: next }));
    } catch (error) {
      notice.showError(error);
      return;
    }
    toast.success(t(next ? "modules.activated" : "modules.deactivated", { module: t(`flags.${flag}`) }));
    await reload();
  });
  function act() {
    if (pick) void flip.run(pick, !on);
    else {
      setMissing(true);
      notice.show(t("modules.pickFirst"));
    }
  }
  return (
    <SelectAction
      framed
      label={t("modules.pickFor", { name: userName(user) })}
      placeholder={t("modules.pick")}
      options={flags.map((flag) => ({ value: flag, label: t(`flags.${flag}`) }))}
      value={pick}
      invalid={missing}
      onPick={(value) => {
        setPick(flags.find((flag) => flag === value) ?? "");
        setMissing(false);
        notice.dismiss();
      }}
      action={t(on ? "modules.deactivate" : "modules.activate")}
      tone={pick ? (on ? "undo" : "do") : "idle"}
      busy={flip.busy}
      onAct={act}
    />
  );
}
