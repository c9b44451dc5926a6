import type { ReactNode } from "react";
import { Section } from "../layout/DetailScreen";
import { ListCard, type ListCardProps } from "./ListCard";

interface Props<Row> extends Omit<ListCardProps<Row>, "caption"> {
  title: string;
  /** Next to the title. */
  action?: ReactNode;
}

/** Section of a screen that consists of one list. */
export function ListSection<Row>({ title, action, ...list }: Props<Row>) {
  return (
    <Section title={title} action={action}>
      <ListCard caption={title} {...list} />
    </Section>
  );
}
