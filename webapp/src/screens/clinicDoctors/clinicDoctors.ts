import { api } from "@/api/client";
import type { components } from "@/api/gen/schema";
import { useRefresh } from "@/api/hooks";
import { request } from "@/api/mutation";

export type DoctorRow = components["schemas"]["DoctorOfClinic"];
export type ClinicDoctor = components["schemas"]["ClinicDoctor"];
export type FoundDoctor = components["schemas"]["FoundDoctor"];

/** A clinic's doctors are part of its record. */
export const useReloadClinic = () => useRefresh("/admin/clinics/{id}");

export async function findDoctors(phone_number: string): Promise<FoundDoctor[]> {
  const { data } = await api.get("/doctors", { query: { phone_number } });
  return data.doctors;
}

export function addDoctorRequest(clinicId: number, doctorId: number, fees: string) {
  return request.post("/clinics/{clinic_id}/clinic_doctors", {
    path: { clinic_id: clinicId },
    body: { doctor_id: doctorId, fees: Number(fees) },
  });
}

export interface Invitation {
  phone_number: string;
  name: string;
  fees: string;
  patients_per_hour: string;
}
export function inviteDoctorRequest(clinicId: number, { phone_number, name, fees, patients_per_hour }: Invitation) {
  return request.post("/clinics/{clinic_id}/clinic_doctors", {
    path: { clinic_id: clinicId },
    body: { phone_number, name: name.trim(), fees: Number(fees), patients_per_hour: Number(patients_per_hour) },
  });
}
