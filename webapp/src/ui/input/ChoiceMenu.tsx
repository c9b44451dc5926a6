import { useState } from "react";
import { useSingleFlight } from "@/lib/hooks/useSingleFlight";
import { MenuEntries } from "../menu/ActionMenu";
import { Popover } from "../menu/Popover";
import css from "./ChoiceMenu.module.css";

interface Props {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  disabled?: boolean;
  /** For table rows: without a frame. */
  quiet?: boolean;
  /** Resolves when the change has been saved or has failed. */
  onChoose: (value: string) => Promise<void>;
}

/**
 * Value that is changed and saved in place. It is a menu instead of a `<select>`, because a select changes by an arrow
 * key, and in Chromium also by the Escape that closes its list (WCAG 3.2.2). Here only Enter or a click saves. A value
 * that is not among the options is shown as sent.
 */
export function ChoiceMenu({ label, value, options, disabled = false, quiet = false, onChoose }: Props) {
  const [chosen, setChosen] = useState<string | null>(null);
  const change = useSingleFlight(async (next: string) => {
    setChosen(next);
    try {
      await onChoose(next);
    } finally {
      setChosen(null);
    }
  });
  const shown = chosen ?? value;
  const text = options.find((option) => option.value === shown)?.label ?? (shown || "-");
  return (
    <Popover
      menu
      className={css.target}
      target={(button) => (
        <button
          ref={button}
          type="button"
          className={css.button}
          aria-label={`${label}: ${text}`}
          aria-busy={change.busy}
          data-quiet={quiet}
          disabled={disabled}
        >
          {text}
        </button>
      )}
    >
      {(close) => (
        <MenuEntries
          label={label}
          items={options.map((option) => ({
            key: option.value,
            text: option.label,
            checked: option.value === shown,
            onSelect: () => option.value !== value && void change.run(option.value),
          }))}
          onLeave={close}
        />
      )}
    </Popover>
  );
}
