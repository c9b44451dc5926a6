import { type ComponentType, createContext } from "react";
import type { ListReading } from "@/lib/listState";
import type { Column } from "./DataTable";
import type { ColumnChoice, NamedColumn } from "./shownColumns";

export interface ListToolsProps {
  /** What the list is called. */
  caption: string;
  /** What it reads, with its filters. */
  reading: ListReading;
  total: number;
  /** All columns, as they are shown now. */
  columns: readonly NamedColumn[];
  /** The same, as the list has them. */
  own: readonly Column<never>[];
  /** Its filters stand in the address, so that they can be saved as a view. */
  views: boolean;
}

/** What lists have beside their rows, given by whoever knows the account. Without it they are as they come. */
export interface ListFrame {
  /** How the columns of what is read there are to be shown; stable until that changes. */
  columnsOf(path: string): readonly ColumnChoice[] | undefined;
  /** Stands above the table. */
  Tools: ComponentType<ListToolsProps>;
}
export const ListFrameContext = createContext<ListFrame | null>(null);
