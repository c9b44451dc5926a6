import css from "./Hint.module.css";

/** A sentence inside a form about what comes next. */
export function Hint({ text }: { text: string }) {
  return <p className={css.hint}>{text}</p>;
}
