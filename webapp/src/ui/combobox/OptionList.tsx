import css from "./OptionList.module.css";
import type { Combobox } from "./useCombobox";

export interface ListOption {
  key: string;
  text: string;
  /** Distinguishes options of the same text. */
  note?: string | null | undefined;
  /** True for the chosen value; without it, the active option counts as selected. */
  selected?: boolean | undefined;
  /** An action instead of a value. */
  action?: boolean | undefined;
}
interface Props {
  combobox: Combobox;
  label: string;
  options: readonly ListOption[];
  busy?: boolean;
  /** `floating` lies over the content below the field. */
  className: string | undefined;
  floating?: boolean;
}

/** List of a combobox. */
export function OptionList({ combobox, label, options, busy = false, className, floating = false }: Props) {
  return (
    <div
      {...combobox.list(label)}
      aria-busy={busy}
      className={`${css.list} ${floating ? css.floating : ""} ${className}`}
    >
      {options.map(({ key, text, note, selected, action }, index) => (
        <div key={key} {...combobox.option(index, selected)} className={`${css.option} ${action ? css.action : ""}`}>
          <span>{text}</span>
          {note && <span className={css.note}>{note}</span>}
        </div>
      ))}
    </div>
  );
}
