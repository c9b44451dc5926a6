import { type ComponentType, createContext } from "react";
import type { ScreenKind } from "@/api/gen/choices";

/** The record on screen. */
export interface ShownRecord {
  kind: ScreenKind;
  id: number;
  name: string;
}

/** Component next to a record's name that adds it to the recents and pins it; the app provides it. */
export const RecordToolContext = createContext<ComponentType<{ record: ShownRecord }> | null>(null);

/** Actions beside a record's name, such as adding a note; the app provides it. */
export const RecordActionsContext = createContext<ComponentType<{ record: ShownRecord }> | null>(null);

/** Colleagues who have a record open, beside its heading; the app provides it. */
export const RecordPresenceContext = createContext<ComponentType<{ record: ShownRecord }> | null>(null);

/** Message about a record below its name, such as open change requests; the app provides it. */
export const RecordNoticeContext = createContext<ComponentType<{ record: ShownRecord }> | null>(null);

/** Name of the record on screen, and of its clinic if it has several. Dialogs show it below their title. */
export const RecordNameContext = createContext<string | undefined>(undefined);
