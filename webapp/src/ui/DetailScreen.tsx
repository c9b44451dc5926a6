import { type ReactNode, use, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useAtHand } from "@/lib/atHand";
import { Breadcrumb, type Parent } from "./Breadcrumb";
import { Caller, type CallerProps } from "./Caller";
import css from "./DetailScreen.module.css";
import { Page } from "./Page";
import { RecordFrameContext, RecordNameContext, type ShownRecord } from "./recordFrame";

interface Props {
  title: string;
  /** The record's own name: last in the way here, first in the browser's tab. */
  name: string;
  /** The clinic at which it is shown, if it belongs to several. */
  where?: string | undefined;
  parent: Parent;
  /** What there is to reach them by. */
  contact?: Omit<CallerProps, "name" | "mark">;
  /** What it is, where it is a record that can be found again: it is noted as opened, and can be pinned. */
  record?: Omit<ShownRecord, "name">;
  /** `near`: somebody is about to open it. */
  /** None where the whole record stands on one page. */
  tabs?: readonly { key: string; text: string; to: string; near?: () => void }[];
  tab?: string;
  children: ReactNode;
}

/** One record: the way back, its heading, its tabs (each a link of its own) and the open one's content. */
export function DetailScreen({ title, name, where, parent, contact, record, tabs = [], tab, children }: Props) {
  const { t } = useTranslation();
  const Mark = use(RecordFrameContext);
  const strip = useRef<HTMLElement>(null);
  useAtHand(tabs);
  // On a narrow screen the tabs scroll; the open one is always seen.
  useEffect(() => {
    strip.current?.querySelector(`[data-tab="${tab}"]`)?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [tab]);
  const fullName = [name, where].filter(Boolean).join(" · ");
  return (
    <Page
      title={title}
      documentTitle={`${tabs.find(({ key }) => key === tab)?.text ?? title} · ${fullName}`}
      above={<Breadcrumb parent={parent} name={name} />}
      quiet={contact !== undefined}
    >
      {contact && <Caller name={name} {...contact} mark={record && Mark && <Mark record={{ ...record, name }} />} />}
      {tabs.length > 0 && (
        <nav ref={strip} aria-label={t("tabs")} className={css.tabs}>
          {tabs.map(({ key, text, to, near }) => (
            <Link
              key={key}
              to={to}
              className={css.tab}
              data-tab={key}
              aria-current={key === tab ? "page" : undefined}
              onPointerEnter={near}
              onFocus={near}
            >
              {text}
            </Link>
          ))}
        </nav>
      )}
      <RecordNameContext value={fullName}>{children}</RecordNameContext>
    </Page>
  );
}

/** Cards beside each other if there is room. `even`: all of one height, with their buttons on one line. */
export function Panels({ even = false, children }: { even?: boolean; children: ReactNode }) {
  return (
    <div className={css.panels} data-even={even || undefined}>
      {children}
    </div>
  );
}

interface SectionProps {
  title: string;
  /** Stands beside the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** A part of a record that is a card, or several, by itself: a list, its filters. */
export function Section({ title, action, children }: SectionProps) {
  return (
    <section className={css.section}>
      <div className={css.head}>
        <h2>{title}</h2>
        {action && <div>{action}</div>}
      </div>
      {children}
    </section>
  );
}

interface PanelProps {
  title: string;
  /** The whole width of its row. */
  wide?: boolean;
  /** Stands beside the title. */
  action?: ReactNode;
  children: ReactNode;
}

export function Panel({ title, wide, action, children }: PanelProps) {
  return (
    <section className={css.panel} data-wide={wide}>
      <div className={css.head}>
        <h2>{title}</h2>
        {action && <div className={css.action}>{action}</div>}
      </div>
      {children}
    </section>
  );
}
