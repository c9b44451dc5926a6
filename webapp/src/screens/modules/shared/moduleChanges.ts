import { api } from "@/api/client";
import { useRecord } from "@/api/hooks";
import type { LastChange } from "@/api/lastChange";
import { type Clinic, isOn, keyOf, type Switch } from "./switches";

export const changesPath = "/careops/clinics/{clinic_id}/module_changes";

/** Return the last change of a switch of the clinic; undefined if unknown, for example behind a gateway. */
export function useModuleChanges(clinicId: number) {
  const { data } = useRecord(changesPath, { path: { clinic_id: clinicId } }, ({ data }) => Array.isArray(data));
  const changesBySwitch = new Map(data?.data.map((change) => [switchOf(change), change]));
  return (option: Switch) => changesBySwitch.get(keyOf(option));
}

const switchOf = ({ module_id, name }: { module_id: number | null; name: string }) => String(module_id ?? name);

/** Return who gave a switch its current state; null if the clinic does not have this state. */
export async function findSwitched({ id }: Clinic, option: Switch, on: boolean): Promise<LastChange | null> {
  const { clinic } = await api.get("/admin/clinics/{id}", { path: { id } });
  if (isOn(clinic, option) !== on) return null;
  const { data } = await api.get(changesPath, { path: { clinic_id: id } }).catch(() => ({ data: [] }));
  const change = data.find((candidate) => switchOf(candidate) === keyOf(option));
  return change?.active === on ? { by: change.changed_by, at: change.changed_at } : {};
}
