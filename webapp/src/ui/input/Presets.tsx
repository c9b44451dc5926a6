import css from "./Presets.module.css";

interface Props {
  label: string;
  options: readonly { value: string; text: string }[];
  chosen: string | null;
  onPick: (value: string) => void;
}

/** A few common choices as buttons. */
export function Presets({ label, options, chosen, onPick }: Props) {
  return (
    <fieldset className={css.picks}>
      <legend className="hidden">{label}</legend>
      {options.map(({ value, text }) => (
        <button key={value} type="button" aria-pressed={value === chosen} onClick={() => onPick(value)}>
          {text}
        </button>
      ))}
    </fieldset>
  );
}
