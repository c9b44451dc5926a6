import { createContext, useContext } from "react";
import type { ColumnChoice } from "@/ui/shownColumns";
import type { SavedView } from "./views";

interface Choosing {
  /** Told by the list on screen, while it is there. */
  seen: (list: string, withViews: boolean) => void;
  /** The address names a view that is not there. */
  gone: boolean;
  /** The view that the address names, once it is known. */
  view: SavedView | undefined;
  /** What is chosen in it and not saved. */
  draft: readonly ColumnChoice[] | undefined;
  choose(list: string, columns: readonly ColumnChoice[]): void;
  /** Forgets what is chosen and not saved. */
  forget(): void;
}
export const ChoosingContext = createContext<Choosing>({
  seen: () => undefined,
  gone: false,
  view: undefined,
  draft: undefined,
  choose: () => undefined,
  forget: () => undefined,
});
export const useChoosing = () => useContext(ChoosingContext);
