import { useTranslation } from "react-i18next";
import { Text } from "@/ui/cells/cells";
import { Icon } from "@/ui/icons/Icon";
import { Popover, PopoverPanel } from "@/ui/menu/Popover";
import { SwitchList } from "./ModuleSwitches";
import css from "./ModulesCell.module.css";
import { type Clinic, isOn, type Switch } from "./switches";
import { useModuleSwitch } from "./useModuleSwitch";

interface Props {
  clinic: Clinic;
  /** Names of all active modules and flags. */
  names: readonly string[];
  switches: readonly Switch[];
  onSwitched: () => Promise<unknown>;
}

/** Number of active modules with their names; a click opens the switches. */
export function ModulesCell({ clinic, names, switches, onSwitched }: Props) {
  const { t } = useTranslation("modules");
  const { toggle, dialog } = useModuleSwitch(clinic, onSwitched);
  const count = { on: switches.filter((option) => isOn(clinic, option)).length, all: switches.length };
  const label = t("switchesOf", { clinic: clinic.name });
  return (
    <div className={css.cell}>
      <Popover
        placement="bottom-end"
        target={(button) => (
          <button ref={button} type="button" className={css.count} aria-label={`${t("count", count)}. ${label}`}>
            {t("count", count)}
            <Icon name="open" />
          </button>
        )}
      >
        {(close) => (
          <PopoverPanel label={label} className={css.panel} onLeave={close}>
            <SwitchList
              clinic={clinic}
              switches={switches}
              toggle={async (option) => {
                // The question replaces the popup.
                if (option.kind === "module") close();
                await toggle(option);
              }}
            />
          </PopoverPanel>
        )}
      </Popover>
      {dialog}
      <span className={css.names}>
        <Text value={names.join(", ")} />
      </span>
    </div>
  );
}
