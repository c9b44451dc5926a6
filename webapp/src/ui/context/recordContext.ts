import { type ComponentType, createContext } from "react";
import type { ScreenKind } from "@/api/gen/choices";

/** The record on screen. */
export interface ShownRecord {
  kind: ScreenKind;
  id: number;
  name: string;
}

type RecordPart = ComponentType<{ record: ShownRecord }>;

/** Component next to a record's name that adds it to the recents and pins it; the app provides it. */
export const RecordToolContext = createContext<RecordPart | null>(null);

interface RecordParts {
  /** Actions beside a record's name, such as adding a note. */
  Actions?: RecordPart;
  /** Colleagues who have a record open, beside its heading. */
  Presence?: RecordPart;
  /** Message about a record below its name, such as open change requests. */
  Notice?: RecordPart;
}
/** Parts of a record's screen that the app provides. */
export const RecordPartsContext = createContext<RecordParts>({});

/** Name of the record on screen, and of its clinic if it has several. Dialogs show it below their title. */
export const RecordNameContext = createContext<string | undefined>(undefined);
