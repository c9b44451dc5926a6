import css from "./Hint.module.css";

/** A sentence in a form about the next step. */
export function Hint({ text }: { text: string }) {
  return <p className={css.hint}>{text}</p>;
}
