import { type ReactNode, useId } from "react";
import css from "./FieldGroup.module.css";

/** Fields of a long form that belong together, under a heading of their own. */
export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out as a heading
    <div role="group" aria-labelledby={id} className={css.group}>
      <h3 id={id}>{title}</h3>
      {children}
    </div>
  );
}

/** Fields beside each other; below each other where there is no room, unless what they hold is `short`. */
export function FieldRow({ short = false, children }: { short?: boolean; children: ReactNode }) {
  return (
    <div className={css.row} data-short={short}>
      {children}
    </div>
  );
}
