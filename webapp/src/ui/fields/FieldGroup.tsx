import { type ReactNode, useId } from "react";
import css from "./FieldGroup.module.css";

/** Group of related fields in a long form, with a heading. */
export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: CSS cannot lay out a fieldset's legend as a heading
    <div role="group" aria-labelledby={id} className={css.group}>
      <h3 id={id}>{title}</h3>
      {children}
    </div>
  );
}

/** Fields next to each other; stacked if there is no room, unless their values are `short`. */
export function FieldRow({ short = false, children }: { short?: boolean; children: ReactNode }) {
  return (
    <div className={css.row} data-short={short}>
      {children}
    </div>
  );
}
