import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAction } from "@/ui/action/useAction";
import { SelectAction } from "@/ui/input/SelectAction";
import { changeUserRequest, type Flag, flags, type User, useReloadUser, userName } from "./users";

/** The user's two modules: select one and turn it on or off (B 4). */
export function UserModules({ user }: { user: User }) {
  const { t } = useTranslation("users");
  const reload = useReloadUser();
  const [pick, setPick] = useState<Flag | "">("");
  const [missing, setMissing] = useState(false);
  const on = pick !== "" && user[pick];

  const { run, busy, notice } = useAction({
    toRequest: (flag: Flag) => changeUserRequest(user.id, { [flag]: !on }),
    done: t(on ? "modules.deactivated" : "modules.activated", { module: pick && t(`flags.${pick}`) }),
    reload,
  });
  function act() {
    if (pick) void run(pick);
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
      busy={busy}
      onAct={act}
    />
  );
}
