import { useTranslation } from "react-i18next";
import { serverNow } from "@/api/token";
import { dayAndTimeOf, formatDay, formatMoment, today } from "@/lib/time/dates";
import { formatTime } from "@/lib/time/times";
import { Placeholder } from "@/ui/cells/Placeholder";
import { SwitchCell } from "@/ui/cells/SwitchCell";
import { Was } from "@/ui/cells/Was";
import { useChangeMark } from "@/ui/display/useChangeMark";
import { ErrorState } from "@/ui/feedback/ErrorState";
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
  return (
    <ul className={css.list}>
      {loading &&
        places.map((place) => (
          <li key={place} aria-hidden="true">
            <Placeholder />
          </li>
        ))}
      {switches.map((option) => (
        <SwitchItem
          key={keyOf(option)}
          option={option}
          on={isOn(clinic, option)}
          change={changeOf(option)}
          toggle={toggle}
        />
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

interface ItemProps {
  option: Switch;
  on: boolean;
  change: ReturnType<ReturnType<typeof useModuleChanges>>;
  toggle: (option: Switch) => Promise<void>;
}
function SwitchItem({ option, on, change, toggle }: ItemProps) {
  const { t } = useTranslation("modules");
  const { t: common } = useTranslation();
  const { ref, was } = useChangeMark<HTMLLIElement>(common(on ? "switch.on" : "switch.off"));
  // A change that does not match the current state is outdated.
  const latest = change?.active === on ? change : undefined;
  const since = (format: (moment: string) => string) => {
    if (!latest) return undefined;
    const moment = t(on ? "since.on" : "since.off", { moment: format(latest.changed_at) });
    return latest.changed_by ? `${moment} · ${latest.changed_by}` : moment;
  };
  return (
    <li ref={ref} data-changed={was !== undefined || undefined}>
      <span className={css.name}>
        {option.name}
        <span className={`soft ${css.since}`} title={since(formatMoment)}>
          <Was value={was} /> {since(formatBriefly)}
        </span>
      </span>
      <span className={css.printed}>{common(on ? "yes" : "no")}</span>
      <SwitchCell label={option.name} on={on} onSwitch={() => toggle(option)} />
    </li>
  );
}
