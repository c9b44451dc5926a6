import { type ReactNode, use } from "react";
import { useLiveRecord } from "@/api/useLiveRecords";
import { useContextActions } from "@/lib/state/contextActions";
import { RecordNameContext, RecordPartsContext, RecordToolContext, type ShownRecord } from "../context/recordContext";
import { Breadcrumb, type Parent } from "./Breadcrumb";
import { ContactHeader, type ContactHeaderProps } from "./ContactHeader";
import css from "./DetailScreen.module.css";
import { Page } from "./Page";
import { RecordSteps, type RecordStepsProps } from "./RecordSteps";
import { type TabLink, Tabs } from "./Tabs";

interface Props {
  title: string;
  /** Name of the record: last in the breadcrumb, first in the title of the browser tab. */
  name: string;
  /** The clinic for which it is shown, if it belongs to several. */
  where?: string | undefined;
  parent: Parent;
  /** Contact details. */
  contact?: Omit<ContactHeaderProps, "name" | "mark">;
  /** Identity of a record for recents and pins; undefined if it is not a record of its kind. */
  record?: Omit<ShownRecord, "name">;
  /** List from which the record is opened, and the address of another record of it. */
  steps?: RecordStepsProps["steps"];
  /** Key figures above the tabs. */
  summary?: ReactNode;
  /** Undefined if the whole record fits on one page. */
  tabs?: readonly TabLink[];
  tab?: string;
  children: ReactNode;
}

/** Screen of one record: breadcrumb, heading, tabs (each with an address) and the content of the open tab. */
export function DetailScreen(props: Props) {
  const { title, name, where, parent, contact, record, steps, summary, tabs = [], tab, children } = props;
  const Mark = use(RecordToolContext);
  const { Actions, Presence, Notice } = use(RecordPartsContext);
  useContextActions(tabs);
  useLiveRecord(record?.kind ?? null, record?.id);
  const fullName = [name, where].filter(Boolean).join(" · ");
  return (
    <Page
      title={title}
      documentTitle={`${tabs.find(({ key }) => key === tab)?.text ?? title} · ${fullName}`}
      above={
        <Breadcrumb parent={parent} name={name}>
          {record && steps && <RecordSteps id={record.id} steps={steps} />}
        </Breadcrumb>
      }
      quiet={contact !== undefined}
      name={contact && name}
      count={record && Presence && <Presence record={{ ...record, name }} />}
    >
      {contact && (
        <ContactHeader
          name={name}
          {...contact}
          mark={record && Mark && <Mark record={{ ...record, name }} />}
          actions={record && Actions && <Actions record={{ ...record, name }} />}
        />
      )}
      {record && Notice && <Notice record={{ ...record, name }} />}
      {summary}
      {tabs.length > 0 && <Tabs tabs={tabs} open={tab} />}
      <RecordNameContext value={fullName}>{children}</RecordNameContext>
    </Page>
  );
}

interface PanelsProps {
  /** Equal height, with their buttons on one line. */
  even?: boolean;
  /** The first of two is wider. */
  lead?: boolean;
  children: ReactNode;
}

/** Cards next to each other if there is room. */
export function Panels({ even = false, lead = false, children }: PanelsProps) {
  return (
    <div className={css.panels} data-even={even || undefined} data-lead={lead || undefined}>
      {children}
    </div>
  );
}

interface SectionProps {
  title: string;
  /** Next to the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** Part of a record that consists of cards, such as a list with its filters. */
export function Section({ title, action, children }: SectionProps) {
  return (
    <section className={css.section} data-section>
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
  /** Use the whole width of the row. */
  wide?: boolean;
  /** Next to the title. */
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
