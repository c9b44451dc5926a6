import { useTranslation } from "react-i18next";
import { SwitchCell } from "@/ui/cells/SwitchCell";
import { FailedPart } from "@/ui/FailedPart";
import css from "./ModuleSwitches.module.css";
import { type Clinic, isOn, keyOf, useSwitches } from "./switches";
import { useSwitching } from "./useSwitching";

/** Everything that can be switched at a clinic, each with how it stands. */
export function ModuleSwitches({ clinic, onSwitched }: { clinic: Clinic; onSwitched: () => Promise<unknown> }) {
  const { t } = useTranslation("modules");
  const { t: common } = useTranslation();
  const { switches, failed, busy, retry } = useSwitches();
  const { toggle, dialog } = useSwitching(clinic, onSwitched);
  return (
    <>
      <ul className={css.list}>
        {switches.map((option) => (
          <li key={keyOf(option)}>
            <span>{option.name}</span>
            <span className={css.printed}>{common(isOn(clinic, option) ? "yes" : "no")}</span>
            <SwitchCell label={option.name} on={isOn(clinic, option)} onSwitch={() => toggle(option)} />
          </li>
        ))}
        {clinic.care_package_enabled && (
          <li>
            <span>{t("flags.care_package_enabled")}</span>
            <span className="soft">{common("yes")}</span>
          </li>
        )}
      </ul>
      {failed && <FailedPart text={t("failed")} error={failed} busy={busy} onRetry={retry} />}
      {dialog}
    </>
  );
}
