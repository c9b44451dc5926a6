import { Icon } from "../icons/Icon";
import css from "./Note.module.css";

/** Remark below a value. */
export function Note({ text, warning = false }: { text: string; warning?: boolean }) {
  return (
    <p className={css.note} data-warning={warning} role={warning ? "status" : undefined}>
      {warning && <Icon name="warning" size={14} />}
      {text}
    </p>
  );
}
