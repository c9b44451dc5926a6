import { createContext } from "react";
import { api } from "@/api/client";
import type { components } from "@/api/gen/schema";
import { paths } from "@/app/paths";
import { createSetting } from "@/lib/state/preferences";
import type { ShownRecord } from "@/ui/context/recordContext";
import type { IconName } from "@/ui/icons/Icon";

export type Recent = components["schemas"]["Recent"];
type Kind = ShownRecord["kind"];

/** Icon and address of each kind of record. */
const kinds: Record<Kind, { icon: IconName; to: (id: number) => string }> = {
  clinic: { icon: "clinics", to: (clinicId) => paths.clinic({ clinicId }) },
  doctor: { icon: "doctors", to: (doctorId) => paths.doctor({ doctorId }) },
  user: { icon: "users", to: (userId) => paths.user({ userId }) },
  pharmacy: { icon: "pharmacies", to: (pharmacyId) => paths.pharmacy({ pharmacyId }) },
  lab: { icon: "labs", to: (labId) => paths.lab({ labId }) },
};
const isKind = (kind: string): kind is Kind => kind in kinds;

/** A recent record with its address. */
export interface Lead {
  to: string;
  icon: IconName;
  name: string;
  /** Detail that distinguishes records of the same name. */
  note: string;
  pinned: boolean;
}

/** Records that this version has a screen for, pinned ones first. */
export const supportedRecents = (recents: readonly Recent[]): Lead[] =>
  recents.flatMap(({ kind, record_id, name, place, pinned }) => {
    if (!isKind(kind)) return [];
    const { icon, to } = kinds[kind];
    return { to: to(record_id), icon, name: name || `#${record_id}`, note: place ?? "", pinned };
  });

export const isPinned = (recents: readonly Recent[], { kind, id }: ShownRecord) =>
  recents.some((recent) => recent.kind === kind && recent.record_id === id && recent.pinned);

export async function readRecents(): Promise<readonly Recent[]> {
  return (await api.get("/careops/recents")).data.recents;
}

/** Add a record to the recents; `pinned` pins or unpins it. Returns the new list. */
export async function saveRecent({ kind, id, name }: ShownRecord, pinned?: boolean): Promise<readonly Recent[]> {
  const body = { name, ...(pinned !== undefined && { pinned }) };
  return (await api.put("/careops/recents/{kind}/{record_id}", { path: { kind, record_id: id }, body })).data.recents;
}

/** Setting of this browser: people on a shared desk may turn recents off. */
export const recentsPreference = createSetting("recents", "on");

export interface Recents {
  on: boolean;
  all: readonly Recent[];
  /** Reload, because another tab may have opened records. */
  read: () => void;
  opened: (record: ShownRecord) => void;
  pin: (record: ShownRecord, pinned: boolean) => Promise<boolean>;
  choose: (on: boolean) => void;
}
export const RecentsContext = createContext<Recents>({
  on: false,
  all: [],
  read: () => undefined,
  opened: () => undefined,
  pin: async () => false,
  choose: () => undefined,
});
