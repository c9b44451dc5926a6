import css from "./ApiReference.module.css";

/** Text of the contract: paragraphs, headings and lists, with `code` and **strong** words. */
export function Markdown({ text }: { text: string }) {
  return text.split(/\n{2,}/).map((block, at) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
    return <Block key={at} block={block.trim()} />;
  });
}

function Block({ block }: { block: string }) {
  if (block.startsWith("## ")) return <h3>{block.slice(3)}</h3>;
  if (!block.startsWith("* "))
    return (
      <p>
        <Words text={block} />
      </p>
    );
  return (
    <ul className={css.points}>
      {block
        .slice(2)
        .split(/\n\* /)
        .map((point) => (
          <li key={point}>
            <Words text={point} />
          </li>
        ))}
    </ul>
  );
}

/** A line of text with `code` and **strong** words. */
export function Words({ text }: { text: string }) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part, at) => {
    const key = `${at}${part}`;
    if (part.startsWith("`") && part.length > 1) return <code key={key}>{part.slice(1, -1)}</code>;
    if (part.startsWith("**")) return <strong key={key}>{part.slice(2, -2)}</strong>;
    return part;
  });
}
