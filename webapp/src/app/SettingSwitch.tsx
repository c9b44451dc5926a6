import { useState } from "react";
import { SwitchCell } from "@/ui/cells/SwitchCell";
import css from "./SettingSwitch.module.css";

interface Props {
  setting: { on: () => boolean; choose: (on: boolean) => void };
  label: string;
  hint: string;
}

/** Switch for a setting of the user, with an explanation. */
export function SettingSwitch({ setting, label, hint }: Props) {
  const [on, setOn] = useState(setting.on);
  async function choose(next: boolean) {
    setting.choose(next);
    setOn(next);
  }
  return (
    <div className={css.setting}>
      <SwitchCell label={label} on={on} onSwitch={choose} />
      <div>
        <p>{label}</p>
        <p className="soft">{hint}</p>
      </div>
    </div>
  );
}
