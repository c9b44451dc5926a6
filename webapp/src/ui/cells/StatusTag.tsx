import { Tag } from "@blueprintjs/core";

/** How something stands: its word, in a colour where one is due. */
export function StatusTag({ text, tone }: { text: string; tone: "good" | "bad" | "waiting" | "neutral" }) {
  const intent = { good: "success", bad: "danger", waiting: "warning", neutral: "none" } as const;
  return (
    // A card on a phone stretches what stands in it; the span takes that.
    <span>
      <Tag minimal intent={intent[tone]} title={text}>
        {text}
      </Tag>
    </span>
  );
}
