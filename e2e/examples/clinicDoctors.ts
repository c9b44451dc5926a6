import { freshPhone } from "../fixtures/api";
import type { Making } from "../fixtures/examples";

interface ClinicRecord {
  clinic: { doctors_list: { id: number; doctor: { id: number } }[] };
}

async function listed({ api, idOf }: Making) {
  const clinic = await idOf("clinicId");
  const { clinic: record } = await api.get<ClinicRecord>(`/admin/clinics/${clinic}`);
  return { clinic, row: record.doctors_list[0] };
}

/** An invited doctor, who is thereby listed at the example's clinic. */
export async function clinicDoctorId(making: Making): Promise<number> {
  const { clinic } = await listed(making);
  const invitation = { phone_number: freshPhone(), name: "Asha Rani", fees: 400, patients_per_hour: 6 };
  await making.api.post(`/clinics/${clinic}/clinic_doctors`, invitation);
  return (await listed(making)).row!.id;
}

/** The doctor of that entry. */
export async function doctorId(making: Making): Promise<number> {
  await making.idOf("clinicDoctorId");
  return (await listed(making)).row!.doctor.id;
}
