import { api } from "@/api/client";
import { hasStatus } from "@/api/errors";
import { send } from "@/api/mutation";
import { versionOf } from "@/api/versions";
import {
  type Address,
  addressOf,
  type ClinicValues,
  type Coordinates,
  coordinatesOf,
  detailsOf,
  diffClinic,
  type OtherSpeciality,
  updateClinicRequest,
} from "./address";
import type { ClinicDetail } from "./clinics";

export interface Values extends Address {
  beds_count: string;
  rooms_count: string;
  speciality: string;
  other_specialities: OtherSpeciality[];
  /** Search text for other specialities. */
  other_search: string;
  /** The address with known coordinates: as read, or filled in by a suggestion. */
  located: Address;
  coordinates: Coordinates | null;
}

export function toFormValues(clinic: ClinicDetail): Values {
  const address = addressOf(clinic);
  return {
    ...address,
    located: address,
    coordinates: coordinatesOf(clinic.location),
    beds_count: clinic.beds_count?.toString() ?? "",
    rooms_count: clinic.rooms_count?.toString() ?? "",
    speciality: clinic.speciality?.name ?? "",
    // The field has different names for reading and writing.
    other_specialities: clinic.other_specialities.map(({ basic_clinic_speciality_id, speciality_name }) => ({
      basic_clinic_speciality_id,
      name: speciality_name,
    })),
    other_search: "",
  };
}

export const clinicOf = (values: Values): ClinicValues => ({ ...values, address: values });

/** True if the change can be undone: an address that was empty cannot be saved again. */
export function isUndoable({ address }: ClinicValues, changes: ReturnType<typeof diffClinic>): boolean {
  const { address_line_1, city, zipcode } = address;
  return !("location" in changes) || [address_line_1, city, zipcode].every((value) => value.trim() !== "");
}

/** The server trims spaces, and coordinates only change with their address. */
const written = (value: unknown) =>
  JSON.stringify(value, (key, inner) => (key === "latitude" || key === "longitude" ? undefined : inner)).replace(
    /\s+/g,
    " ",
  );

/**
 * Undo a change against the current record. False if one of the changed fields has changed again; then nothing is
 * written. Changes of other fields stay.
 */
export async function undoAddress(id: number, before: ClinicValues, after: ClinicValues, tries = 3): Promise<boolean> {
  const { clinic } = await api.get("/admin/clinics/{id}", { path: { id } });
  const now: Record<string, unknown> = detailsOf(clinicOf(toFormValues(clinic)));
  const left = Object.entries(diffClinic(before, after));
  if (left.some(([name, value]) => written(now[name]) !== written(value))) return false;
  try {
    await send(updateClinicRequest(id, diffClinic(after, before), versionOf(clinic)));
    return true;
  } catch (error) {
    const isRaced = hasStatus(error, 412);
    if (!isRaced || tries === 0) throw error;
    return undoAddress(id, before, after, tries - 1);
  }
}
