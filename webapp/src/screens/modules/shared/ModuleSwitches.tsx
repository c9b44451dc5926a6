import { useTranslation } from "react-i18next";
import { serverNow } from "@/api/token";
import { dayAndTimeOf, formatDay, formatMoment, today } from "@/lib/dates";
import { formatTime } from "@/lib/times";
import { Placeholder } from "@/ui/cells/Placeholder";
import { SwitchCell } from "@/ui/cells/SwitchCell";
import { ErrorState } from "@/ui/ErrorState";
import css from "./ModuleSwitches.module.css";
import { useModuleChanges } from "./moduleChanges";
import { type Clinic, isOn, keyOf, type Switch, useSwitches } from "./switches";
import { useModuleSwitch } from "./useModuleSwitch";

/** All modules and flags of a clinic with their state. */
export function ModuleSwitches({ clinic, onSwitched }: { clinic: Clinic; onSwitched: () => Promise<unknown> }) {
  const { t } = useTranslation("modules");
  const { switches, loading, failure } = useSwitches();
  const { toggle, dialog } = useModuleSwitch(clinic, onSwitched);
  return (
    <>
      <SwitchList clinic={clinic} switches={switches} loading={loading} toggle={toggle} />
      {failure && <ErrorState text={t("failed")} {...failure} />}
      {dialog}
    </>
  );
}

/** The time of a change today, else its day. */
function formatBriefly(moment: string): string {
  const [day, time] = dayAndTimeOf(moment);
  return day === today(serverNow()) ? formatTime(time) : formatDay(day);
}

/** The platform's default number of modules. */
const places = Array.from({ length: 10 }, (_, index) => index);

interface ListProps {
  clinic: Clinic;
  switches: readonly Switch[];
  /** The modules are loading: placeholders keep the flags below from moving. */
  loading?: boolean;
  toggle: (option: Switch) => Promise<void>;
}
/** The switches, and Care Packages if the clinic has it. */
export function SwitchList({ clinic, switches, loading = false, toggle }: ListProps) {
  const { t } = useTranslation("modules");
  const { t: common } = useTranslation();
  const changeOf = useModuleChanges(clinic.id);
  function since(option: Switch) {
    const change = changeOf(option);
    const on = isOn(clinic, option);
    // A change that does not match the current state is outdated.
    if (change?.active !== on) return null;
    const key = on ? "since.on" : "since.off";
    const by = change.changed_by ? ` · ${change.changed_by}` : "";
    return (
      <span className={`soft ${css.since}`} title={t(key, { moment: formatMoment(change.changed_at) }) + by}>
        {t(key, { moment: formatBriefly(change.changed_at) }) + by}
      </span>
    );
  }
  return (
    <ul className={css.list}>
      {loading &&
        places.map((place) => (
          <li key={place} aria-hidden="true">
            <Placeholder />
          </li>
        ))}
      {switches.map((option) => (
        <li key={keyOf(option)}>
          <span className={css.name}>
            {option.name}
            {since(option)}
          </span>
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
  );
}
