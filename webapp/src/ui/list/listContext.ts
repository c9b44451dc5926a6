import { type ComponentType, createContext } from "react";
import type { ListReading } from "@/lib/list/listState";
import type { ColumnChoice, NamedColumn } from "../table/columnLayout";
import type { Column } from "../table/columnTypes";

export interface ListToolsProps {
  /** Name of the list. */
  caption: string;
  /** The call of the list with its filters. */
  reading: ListReading;
  total: number;
  /** All columns as shown now. */
  columns: readonly NamedColumn[];
  /** All columns in their default form. */
  own: readonly Column<never>[];
  /** The filters are in the address, so that they can be saved as a view. */
  views: boolean;
}

/** Tools of lists that depend on the account; the app provides them. Without them, lists have their default form. */
interface ListTools {
  /** Column choices for the list of a call; stable until they change. */
  columnsOf(path: string): readonly ColumnChoice[] | undefined;
  /** Rendered in the line of the filters, or above the table. */
  Tools: ComponentType<ListToolsProps>;
}
/** Element for the tools of a list: undefined without one, null before it is rendered. */
export const ListToolsPlace = createContext<HTMLElement | null | undefined>(undefined);
export const ListContext = createContext<ListTools | null>(null);
