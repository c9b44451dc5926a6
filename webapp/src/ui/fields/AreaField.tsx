import { TextArea } from "@blueprintjs/core";
import css from "./AreaField.module.css";
import { type Field, FieldLabel } from "./fields";
import { useLength } from "./useLength";

/** Multi-line text that starts with four lines and grows with its content. */
export function AreaField({ label, field, error, hint, required, maxLength }: Field & { maxLength?: number }) {
  const length = useLength(field, maxLength);
  const { ref, ...registration } = length.field;
  return (
    <FieldLabel label={label} error={error ?? length.error} counter={length.counter} hint={hint} required={required}>
      {(wiring) => <TextArea {...registration} {...wiring} inputRef={ref} className={css.area ?? ""} fill autoResize />}
    </FieldLabel>
  );
}
