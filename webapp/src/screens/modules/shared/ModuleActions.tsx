import { useTranslation } from "react-i18next";
import { useContextActions } from "@/lib/state/contextActions";
import { type Clinic, isOn, useSwitches } from "./switches";
import { useModuleSwitch } from "./useModuleSwitch";

/** The modules and flags of the open clinic as actions of Ctrl+K, on each of its tabs. */
export function ModuleActions({ clinic, onSwitched }: { clinic: Clinic; onSwitched: () => Promise<unknown> }) {
  const { t } = useTranslation("modules");
  const { switches } = useSwitches();
  const { toggle, dialog } = useModuleSwitch(clinic, onSwitched);
  useContextActions(
    switches.map((option) => ({
      text: t(isOn(clinic, option) ? "switchOff" : "switchOn", { module: option.name }),
      run: () => void toggle(option),
    })),
  );
  return dialog;
}
