import type { ReactNode } from "react";
import { useRouteFocus } from "@/lib/hooks/useRouteFocus";
import { LiveStatus } from "../feedback/LiveStatus";
import css from "./Page.module.css";

interface Props {
  title: string;
  /** Title in browser tab and history, if it is longer than the heading. */
  documentTitle?: string;
  above?: ReactNode;
  /** The heading only names the kind of page, so it is smaller than the content's title. */
  quiet?: boolean;
  /** Name of the record for screen readers, if only a header below the heading shows it. */
  name?: string | undefined;
  /** Beside the heading: number of records of a list, or who else has a record open. Screen readers announce it. */
  count?: ReactNode;
  actions?: ReactNode;
  /** The page updates live, and reports when updates stop. */
  live?: boolean;
  children: ReactNode;
}

/**
 * Frame of a screen: title, heading, actions. Arriving by a link focuses the heading, so that screen readers announce
 * it.
 */
export function Page({
  title,
  documentTitle = title,
  above,
  quiet = false,
  name,
  count,
  actions,
  live,
  children,
}: Props) {
  const heading = useRouteFocus();
  return (
    <>
      <title>{`${documentTitle} · Careops`}</title>
      {above && <div className={css.above}>{above}</div>}
      <header className={css.head} data-quiet={quiet || undefined}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
          {name && <span className="hidden">{` ${name}`}</span>}
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
