import type { ReactNode } from "react";
import { Link } from "react-router";
import css from "./EventSentence.module.css";
import { type EventNames, eventText } from "./eventText";
import { useEventWords } from "./useEventWords";

type Event = Parameters<typeof eventText>[0];

interface Props {
  event: Event;
  names: EventNames;
  /** Address of the record whose timeline this is; the sentence does not name it. */
  page?: string | undefined;
  /** Below the sentence. */
  children?: ReactNode;
}

/** Sentence about an event with links to its records, and the changed fields below. */
export function EventSentence({ event, names, page, children }: Props) {
  const { parts, steps } = eventText(event, useEventWords(), names, page);
  return (
    <span className={css.sentence}>
      <span>
        {parts.map(({ text, to }) =>
          to ? (
            <Link key={to} to={to}>
              {text}
            </Link>
          ) : (
            text
          ),
        )}
      </span>
      {steps && <span className={`soft ${css.steps}`}>{steps}</span>}
      {children && <span className={`soft ${css.steps}`}>{children}</span>}
    </span>
  );
}
