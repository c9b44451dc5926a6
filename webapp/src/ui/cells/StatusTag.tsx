import css from "./StatusTag.module.css";

/** Tag with the word of a status and a colour by tone. */
export function StatusTag({ text, tone }: { text: string; tone: "good" | "bad" | "waiting" | "neutral" }) {
  return (
    // A phone's card stretches its children; the outer span absorbs that.
    <span>
      <span className={css.status} data-tone={tone} title={text}>
        {text}
      </span>
    </span>
  );
}
