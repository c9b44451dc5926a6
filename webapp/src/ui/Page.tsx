import type { ReactNode } from "react";
import { useArrivalFocus } from "@/lib/useArrivalFocus";
import { LiveStatus } from "./LiveStatus";
import css from "./Page.module.css";

interface Props {
  title: string;
  /** Title in browser tab and history, if it is longer than the heading. */
  documentTitle?: string;
  above?: ReactNode;
  /** The heading only names the kind of page, so it is smaller than the content's title. */
  quiet?: boolean;
  count?: ReactNode;
  actions?: ReactNode;
  /** It updates itself, and says when it cannot. */
  live?: boolean;
  children: ReactNode;
}

/** A screen's frame: title, heading, actions. Arriving by a link puts the focus on the heading, which reads it out. */
export function Page({ title, documentTitle = title, above, quiet = false, count, actions, live, children }: Props) {
  const heading = useArrivalFocus();
  return (
    <>
      <title>{`${documentTitle} · Careops`}</title>
      {above && <div className={css.above}>{above}</div>}
      <header className={css.head} data-quiet={quiet || undefined}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <span role="status" className={css.count}>
          {count}
        </span>
        {live && <LiveStatus />}
        <div className={css.actions}>{actions}</div>
      </header>
      {children}
    </>
  );
}
