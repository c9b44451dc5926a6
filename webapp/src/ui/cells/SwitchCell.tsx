import { useState } from "react";
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

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChoose: (value: string) => Promise<void>;
}

/** One of a few words of a row, to be chosen in place; what was chosen is shown while it is being sent. */
export function ChoiceCell({ label, value, options, onChoose }: ChoiceProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const change = useOnce(async (next: string) => {
    setChosen(next);
    await onChoose(next);
    setChosen(null);
  });
  const shown = chosen ?? value;
  const isListed = options.some((option) => option.value === shown);
  return (
    <select
      className={css.select}
      aria-label={label}
      aria-busy={change.busy}
      value={shown}
      onChange={(event) => void change.run(event.target.value)}
    >
      {!isListed && <option value={shown}>{shown || "-"}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
