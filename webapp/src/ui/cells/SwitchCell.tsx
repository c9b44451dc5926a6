import { useTranslation } from "react-i18next";
import { useSingleFlight } from "@/lib/hooks/useSingleFlight";
import css from "./SwitchCell.module.css";

interface SwitchProps {
  /** Label of the switch. */
  label: string;
  on: boolean;
  /** Resolves when the outcome is known. */
  onSwitch: (on: boolean) => Promise<void>;
}

/** Switch in a table row. It moves after the change has succeeded. */
export function SwitchCell({ label, on, onSwitch }: SwitchProps) {
  const { t } = useTranslation();
  const change = useSingleFlight(onSwitch);
  return (
    <span>
      <button
        type="button"
        role="switch"
        className={css.switch}
        aria-label={label}
        aria-checked={on}
        data-text={t(on ? "switch.on" : "switch.off")}
        // Not `disabled`, because a disabled button loses the focus. A running change is not repeated.
        aria-busy={change.busy}
        // The second click of a double click must not undo the first.
        onClick={(event) => event.detail < 2 && void change.run(!on)}
      />
    </span>
  );
}
