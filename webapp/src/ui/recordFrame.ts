import { type ComponentType, createContext } from "react";

/** Which record a screen shows. */
export interface ShownRecord {
  kind: "clinic" | "doctor" | "user" | "pharmacy" | "lab";
  id: number;
  name: string;
}

/** What records have beside their name, given by whoever knows the account: it is noted as opened, and can be pinned. */
export const RecordFrameContext = createContext<ComponentType<{ record: ShownRecord }> | null>(null);

/** The name of the record on the screen, and of its clinic if it has several. Dialogs show it below their title. */
export const RecordNameContext = createContext<string | null>(null);
