import css from "./StatusTag.module.css";

/** How something stands: its word, in a colour where one is due. */
export function StatusTag({ text, tone }: { text: string; tone: "good" | "bad" | "waiting" | "neutral" }) {
  return (
    // A card on a phone stretches what stands in it; the outer span takes that.
    <span>
      <span className={css.status} data-tone={tone} title={text}>
        {text}
      </span>
    </span>
  );
}
