import { Icon, type IconName } from "../icons/Icon";
import css from "./RowVerb.module.css";

interface Props {
  icon?: IconName | undefined;
  text: string;
  /** Accessible name: the verb with its record. */
  label: string;
  onClick: () => void;
}

/** Text button that settles one row. */
export function RowVerb({ icon, text, label, onClick }: Props) {
  return (
    <button type="button" className={css.verb} aria-label={label} onClick={onClick}>
      {icon && <Icon name={icon} />}
      {text}
    </button>
  );
}
