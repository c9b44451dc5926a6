import { api } from "@/api/client";
import { request } from "@/api/mutation";
import { displayName } from "@/lib/format/displayName";
import type { ClinicDoctor } from "./clinicDoctors";

interface Picked {
  id: number;
  name: string;
}
/** A clinic doctor as form values; numbers as typed. */
export interface Values {
  name: string;
  gender: string;
  speciality: string;
  other_specialities: Picked[];
  /** Search text for other specialities. */
  other_search: string;
  education: string;
  exp: string;
  patients_per_hour: string;
  reg_nbr: string;
  fees: string;
  telemedicine_fees: string;
  photo: File | string | null;
}

export const toFormValues = ({ doctor, fees, telemedicine_fees, photo }: ClinicDoctor): Values => ({
  name: displayName(doctor),
  gender: doctor.gender ?? "",
  speciality: doctor.speciality ?? "",
  other_specialities: doctor.other_specialities.map(({ id, name }) => ({ id, name })),
  other_search: "",
  education: doctor.education ?? "",
  exp: doctor.exp?.toString() ?? "",
  patients_per_hour: doctor.patients_per_hour?.toString() ?? "",
  reg_nbr: doctor.reg_nbr ?? "",
  fees: fees?.toString() ?? "",
  telemedicine_fees: telemedicine_fees?.toString() ?? "",
  photo,
});

const isSame = (value: unknown, other: unknown) => JSON.stringify(value) === JSON.stringify(other);
const figure = (text: string) => (text.trim() ? Number(text) : null);

/**
 * Changed fields in the format of the call. Fees that are empty or 0 are omitted (B-35). `photo` is the address of the
 * photo.
 */
export function diffValues(before: Values, values: Omit<Values, "photo">, photo: string | null) {
  const all = {
    name: values.name.trim(),
    gender: (values.gender || null) as "Male" | "Female" | null,
    speciality: values.speciality.trim(),
    other_specialities: values.other_specialities,
    education: values.education.trim() || null,
    exp: figure(values.exp),
    patients_per_hour: Number(values.patients_per_hour),
    reg_nbr: values.reg_nbr.trim(),
    fees: Number(values.fees),
    telemedicine_fees: figure(values.telemedicine_fees),
    photo,
  };
  const now = { ...values, photo };
  const isChanged = (name: keyof Values) => !isSame(now[name], before[name]);
  const changed = Object.entries(all).filter(
    ([name, value]) => isChanged(name as keyof Values) && !(name === "fees" && value === 0),
  );
  return Object.fromEntries(changed) as Partial<typeof all>;
}

export function updateClinicDoctorRequest(
  clinicId: number,
  id: number,
  changes: ReturnType<typeof diffValues>,
  ifMatch: string | undefined,
) {
  return request.put("/clinics/{clinic_id}/clinic_doctors/{clinic_doctor_id}", {
    path: { clinic_id: clinicId, clinic_doctor_id: id },
    body: { doctor_details: changes },
    ifMatch,
  });
}

export async function readClinicDoctor(clinicId: number, id: number): Promise<ClinicDoctor> {
  const path = { clinic_id: clinicId, clinic_doctor_id: id };
  const { data } = await api.get("/clinics/{clinic_id}/clinic_doctors/{clinic_doctor_id}", { path });
  return data.clinic_doctor;
}

/** Missing requirements for telemedicine (B 5). */
export function missingFields({ doctor, telemedicine_fees }: ClinicDoctor) {
  const names = {
    registration: doctor.reg_nbr?.trim(),
    education: doctor.education?.trim(),
    fees: telemedicine_fees,
  };
  return (["registration", "education", "fees"] as const).filter((name) => !names[name]);
}
