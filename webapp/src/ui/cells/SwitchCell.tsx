import { useOnce } from "@/lib/useOnce";
import css from "./SwitchCell.module.css";

interface SwitchProps {
  /** What is on or off. */
  label: string;
  on: boolean;
  /** Settled when it is known what became of it. */
  onSwitch: (on: boolean) => Promise<void>;
}

/** Something of a row that is on or off. It moves when it has been done. */
export function SwitchCell({ label, on, onSwitch }: SwitchProps) {
  const change = useOnce(onSwitch);
  return (
    <span>
      <button
        type="button"
        role="switch"
        className={css.switch}
        aria-label={label}
        aria-checked={on}
        // Not `disabled`: a disabled button loses the focus. What runs already is not run twice.
        aria-busy={change.busy}
        // The second half of a double click must not undo the first.
        onClick={(event) => event.detail < 2 && void change.run(!on)}
      />
    </span>
  );
}
