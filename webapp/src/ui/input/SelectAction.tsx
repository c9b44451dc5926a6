import { Button, Spinner } from "@blueprintjs/core";
import css from "./SelectAction.module.css";

interface Props {
  label: string;
  placeholder: string;
  options: readonly { value: string; label: string }[];
  value: string;
  invalid: boolean;
  onPick: (value: string) => void;
  action: string;
  /** Nothing picked; the action sets something; the action undoes it. */
  tone: "idle" | "do" | "undo";
  busy: boolean;
  onAct: () => void;
  /** It stands alone rather than in a row, so the choice has a frame. */
  framed?: boolean;
}

/** A choice and one button that acts on it, plain enough for table rows. */
export function SelectAction(props: Props) {
  const { label, placeholder, options, value, invalid, onPick, action, tone, busy, onAct, framed = false } = props;
  return (
    <div className={css.pair} data-framed={framed}>
      <select
        className={css.select}
        aria-label={label}
        aria-invalid={invalid}
        disabled={busy}
        value={value}
        onChange={(event) => onPick(event.target.value)}
      >
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Button
        className={`${css.button} ${css[tone] ?? ""}`}
        size="small"
        variant={tone === "do" ? "solid" : "minimal"}
        intent={tone === "do" ? "primary" : "none"}
        // Not `loading`, because it disables the button, and a disabled button loses the focus.
        aria-disabled={busy}
        aria-busy={busy}
        // Distinguishes the buttons of different rows.
        aria-description={label}
        text={busy ? <Spinner size={16} aria-label={action} /> : action}
        // The second click of a double click must not undo the first.
        onClick={(event) => event.detail < 2 && !busy && onAct()}
      />
    </div>
  );
}
