import { createContext, useContext } from "react";
import type { ColumnChoice } from "@/ui/table/columnLayout";
import type { SavedView } from "./views";

interface Choosing {
  /** Registers the list on screen while it is mounted. */
  seen: (list: string, withViews: boolean) => void;
  /** The view of the address does not exist. */
  gone: boolean;
  /** The view of the address, once it is loaded. */
  view: SavedView | undefined;
  /** Unsaved choices in it. */
  draft: readonly ColumnChoice[] | undefined;
  choose(list: string, columns: readonly ColumnChoice[]): void;
  /** Discard unsaved choices. */
  forget(): void;
}
export const ColumnChoicesContext = createContext<Choosing>({
  seen: () => undefined,
  gone: false,
  view: undefined,
  draft: undefined,
  choose: () => undefined,
  forget: () => undefined,
});
export const useColumnChoices = () => useContext(ColumnChoicesContext);
