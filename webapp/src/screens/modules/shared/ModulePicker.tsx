import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SelectAction } from "@/ui/input/SelectAction";
import { type Clinic, isOn, keyOf, type Switch } from "./switches";
import { useModuleSwitch } from "./useModuleSwitch";

interface Props {
  clinic: Clinic;
  switches: readonly Switch[];
  onSwitched: () => Promise<unknown>;
}

/** Module picker of a row with its button. */
export function ModulePicker({ clinic, switches, onSwitched }: Props) {
  const { t } = useTranslation("modules");
  const [pick, setPick] = useState("");
  const [missing, setMissing] = useState(false);
  const { toggle, busy, dialog, notice } = useModuleSwitch(clinic, onSwitched);
  const picked = switches.find((option) => keyOf(option) === pick);
  const on = picked !== undefined && isOn(clinic, picked);

  function act() {
    if (busy) return;
    if (picked) return void toggle(picked);
    setMissing(true);
    notice.show(t("pickFirst"));
  }
  return (
    <>
      <SelectAction
        label={t("pickFor", { clinic: clinic.name })}
        placeholder={t("pick")}
        options={switches.map((option) => ({ value: keyOf(option), label: option.name }))}
        value={pick}
        invalid={missing}
        onPick={(value) => {
          setPick(value);
          setMissing(false);
          notice.dismiss();
        }}
        action={t(on ? "deactivate" : "activate")}
        tone={picked ? (on ? "undo" : "do") : "idle"}
        busy={busy}
        onAct={act}
      />
      {dialog}
    </>
  );
}
