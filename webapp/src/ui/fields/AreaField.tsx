import { TextArea } from "@blueprintjs/core";
import { type Field, Labelled } from "./fields";

/** Text of several lines; it grows with what is typed. */
export function AreaField({ label, field, error, hint, required, maxLength }: Field & { maxLength?: number }) {
  const { ref, ...registration } = field;
  return (
    <Labelled label={label} error={error} hint={hint} required={required}>
      {(wiring) => (
        <TextArea
          {...registration}
          {...wiring}
          inputRef={ref}
          fill
          autoResize
          {...(maxLength !== undefined && { maxLength })}
        />
      )}
    </Labelled>
  );
}
