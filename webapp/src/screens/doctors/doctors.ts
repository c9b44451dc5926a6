import { useState } from "react";
import { api } from "@/api/client";
import { hasStatus, withSentence } from "@/api/errors";
import { type DoctorStatus, doctorStatus, type VerificationReason } from "@/api/gen/choices";
import { signedMinutes } from "@/api/gen/constants";
import { listDoctorsRules } from "@/api/gen/rules";
import type { components } from "@/api/gen/schema";
import { readAhead, useList, useRecord, useRefresh } from "@/api/hooks";
import type { LastChange } from "@/api/lastChange";
import { request, send } from "@/api/mutation";
import { versionOf } from "@/api/versions";
import { choiceFilter, type ListAddress, parseListAddress, textFilter } from "@/lib/list/useListQuery";
import { formatDay } from "@/lib/time/dates";

export type Doctor = components["schemas"]["Doctor"];
export type DoctorProfile = components["schemas"]["DoctorProfile"];
export type ClinicOfDoctor = components["schemas"]["ClinicOfDoctor"];

export const doctorFilters = {
  search: textFilter(listDoctorsRules.search_text.maxLength),
  status: choiceFilter(...doctorStatus),
};

type DoctorsAddress = ListAddress<keyof typeof doctorFilters>;

const listOptions = ({ page, perpage, values: { search, status } }: DoctorsAddress) => ({
  query: {
    page,
    perpage,
    ...(search && { search_text: search }),
    ...(status && { filter_type: "status" as const, filter_text: status as DoctorStatus }),
  },
});

/** Request the list of the current address while its screen is still being rendered. */
export const readDoctorsAhead = () => readAhead("/admin/doctors", listOptions(parseListAddress(doctorFilters)));

export function useDoctors(query: DoctorsAddress) {
  return useList("/admin/doctors", listOptions(query), "doctors");
}

/** Read the doctor again a minute before the address of the certificate expires, so that it stays usable. */
const certificateMs = (signedMinutes - 1) * 60_000;

const doctorOptions = (id: number | null) => (id === null ? null : { path: { id } });

/** Request a doctor while its screen is still being rendered. */
export const readDoctorAhead = (id: number | null) => readAhead("/doctors/{id}", doctorOptions(id));

export function useDoctor(id: number | null) {
  return useRecord(
    "/doctors/{id}",
    doctorOptions(id),
    ({ data }) => data.doctor.id,
    ({ data }) => (data.doctor.reg_photo_url ? certificateMs : 0),
  );
}

export function useVerificationChecks(id: number) {
  return useRecord("/careops/doctors/{id}/dossier", { path: { id } }, ({ data }) => data.dossier.decisions);
}

export function useDoctorClinics(id: number | null) {
  return useRecord("/admin/doctors/{id}", doctorOptions(id), ({ data }) => data.doctor.clinics);
}

/** Reload everything that shows a doctor. */
export const useReloadDoctors = () =>
  useRefresh(
    "/doctors/{id}",
    "/careops/doctors/{id}/dossier",
    "/admin/doctors",
    "/admin/doctors/{id}",
    "/clinics/{clinic_id}/clinic_doctors/{clinic_doctor_id}",
  );

export async function readDoctor(id: number): Promise<DoctorProfile> {
  const { data } = await api.get("/doctors/{id}", { path: { id } });
  return data.doctor;
}

/** A profile as form values: numbers as typed, the birthday "1984-04-17" or "" for none. */
export interface Values {
  name: string;
  phone_number: string;
  dob: string;
  gender: string;
  speciality: string;
  exp: string;
  patients_per_hour: string;
  reg_nbr: string;
  bio: string;
}

/** Convert "17-04-1984" (calls) to "1984-04-17" (forms) and back. */
const mirrored = formatDay;
const birthdayOf = (dob: string | null) => (dob ? dob.split("-").reverse().join("-") : "");

export const toFormValues = (doctor: DoctorProfile): Values => ({
  name: doctor.name,
  phone_number: doctor.phone_number ?? "",
  dob: birthdayOf(doctor.dob),
  gender: doctor.gender ?? "",
  speciality: doctor.speciality ?? "",
  exp: doctor.exp?.toString() ?? "",
  patients_per_hour: doctor.patients_per_hour?.toString() ?? "",
  reg_nbr: doctor.reg_nbr ?? "",
  bio: doctor.bio ?? "",
});

const figure = (text: string) => (text.trim() === "" ? null : Number(text));
const filled = (text: string) => text.trim() || null;

/** Changed fields in the format of the call. */
export function diffValues(before: Values, values: Values) {
  const all = {
    name: values.name.trim(),
    phone_number: values.phone_number,
    dob: values.dob ? mirrored(values.dob) : null,
    gender: values.gender as "Male" | "Female",
    speciality: values.speciality.trim(),
    exp: figure(values.exp),
    patients_per_hour: Number(values.patients_per_hour),
    reg_nbr: filled(values.reg_nbr),
    bio: filled(values.bio),
  };
  const changed = Object.entries(all).filter(([name]) => values[name as keyof Values] !== before[name as keyof Values]);
  return Object.fromEntries(changed) as Partial<typeof all>;
}

/** Link the uploaded picture, or remove it with null (B 7). */
export function linkCertificateRequest({ id }: DoctorProfile, address: string | null) {
  return request.post("/doctors", { body: { doctor_details: { id, reg_photo_url: address } } });
}

export function updateDoctorRequest(id: number, changes: ReturnType<typeof diffValues>, ifMatch: string | undefined) {
  return request.post("/doctors", { body: { doctor_details: { id, ...changes } }, ifMatch });
}

/** Verify the version that was shown: the server refuses if it has changed. */
export function verifyRequest(doctor: DoctorProfile, reason: VerificationReason | null) {
  const body = { verify_details: { verify_status: reason !== null, verification_reason: reason } };
  return request.post("/doctors/{id}/verify", { path: { id: doctor.id }, body, ifMatch: versionOf(doctor) });
}

/** Return who made this decision about a doctor; null if the doctor does not have this state. */
export async function findDecision(id: number, isVerified: boolean): Promise<LastChange | null> {
  const { verified } = await readDoctor(id);
  if (verified !== isVerified) return null;
  const read = api.get("/careops/doctors/{id}/dossier", { path: { id } });
  const decisions = await read.then(({ data }) => data.dossier.decisions).catch(() => []);
  const decision = decisions.find((candidate) => candidate.verified === isVerified);
  return { by: decision?.decided_by_name, at: decision?.decided_at };
}

/** Number of unverified doctors to search for the next one. */
const queued = 100;

/** The next unverified doctor in list order (newest first); after the last, the first. */
export async function nextUnverified(after: number): Promise<Doctor | undefined> {
  const query = { page: 1, perpage: queued, filter_type: "status", filter_text: "unverified" } as const;
  const { data } = await api.get("/admin/doctors", { query });
  const others = data.doctors.filter(({ id }) => id !== after);
  return others.find(({ id }) => id < after) ?? others[0];
}

/**
 * The profile that a person decides about. It follows the screen until `pin`, when the person begins to decide: a change
 * of a colleague must not replace it then. The server refuses the decision, and `changed` asks for another review, of
 * the newest profile.
 */
export function useReview(latest: DoctorProfile, changed: string) {
  const reload = useReloadDoctors();
  const [pinned, setPinned] = useState<DoctorProfile | null>(null);
  async function sendDecision(decision: ReturnType<typeof verifyRequest>) {
    try {
      return await send(decision);
    } catch (error) {
      void reload();
      if (!hasStatus(error, 412)) throw error;
      setPinned(await readDoctor(latest.id));
      throw withSentence(error, changed);
    }
  }
  return { reviewed: pinned ?? latest, pin: () => setPinned((earlier) => earlier ?? latest), sendDecision, reload };
}
