import { useRecord } from "@/api/hooks";
import { keyOf, type Switch } from "./switches";

export const changesPath = "/careops/clinics/{clinic_id}/module_changes";

/** Return the last change of a switch of the clinic; undefined if unknown, for example behind a gateway. */
export function useModuleChanges(clinicId: number) {
  const { data } = useRecord(changesPath, { path: { clinic_id: clinicId } }, ({ data }) => Array.isArray(data));
  const known = new Map(data?.data.map((change) => [String(change.module_id ?? change.name), change]));
  return (option: Switch) => known.get(keyOf(option));
}
