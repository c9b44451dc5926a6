import { api } from "@/api/client";
import { countryCode, featureFlags, timezone } from "@/api/gen/constants";
import { listClinicsRules } from "@/api/gen/rules";
import type { components } from "@/api/gen/schema";
import { readAhead, useList, useRecord, useRefresh } from "@/api/hooks";
import { request } from "@/api/mutation";
import { choiceFilter, idFilter, type ListAddress, parseListAddress, textFilter } from "@/lib/list/useListQuery";
import { isFlag } from "@/screens/modules/shared/switches";
import type { NewAccount } from "@/ui/fields/AccountFields";

export type Clinic = components["schemas"]["Clinic"];
export type ClinicDetail = components["schemas"]["ClinicDetail"];

/** Filters of the list in the address bar. */
export const clinicFilters = {
  search: textFilter(listClinicsRules.search_text.maxLength),
  state: textFilter(listClinicsRules.filter_text.maxLength),
  module: (text: string) => choiceFilter(...featureFlags)(text) || idFilter(text),
  bank_details: choiceFilter("true", "false"),
  is_hospital: choiceFilter("true"),
};
export type ClinicFilters = Record<keyof typeof clinicFilters, string>;

const listOptions = ({ page, perpage, values }: ListAddress<keyof ClinicFilters>) => ({
  query: { page, perpage, ...queryOf(values) },
});

/** Request the list of the current address while its screen is still being rendered. */
export const readClinicsAhead = () => readAhead("/admin/clinics", listOptions(parseListAddress(clinicFilters)));

export function useClinics(query: ListAddress<keyof ClinicFilters>) {
  return useList("/admin/clinics", listOptions(query), "clinics");
}

/** A page of the same list, read once. */
export async function readClinics(values: ClinicFilters, pages: { page: number; perpage: number }) {
  const { data, total_records } = await api.get("/admin/clinics", { query: { ...pages, ...queryOf(values) } });
  return { rows: data.clinics, total: total_records };
}

/** Filters that are off are not sent. */
function queryOf({ search, state, module, bank_details, is_hospital }: ClinicFilters) {
  return {
    ...(search && { search_text: search }),
    ...(state && { filter_type: "state" as const, filter_text: state }),
    ...(bank_details && { bank_details: bank_details === "true" }),
    ...(is_hospital && { is_hospital: true }),
    ...(isFlag(module) ? { [module]: true } : module && { spec_module_id: Number(module) }),
  };
}

const clinicOptions = (id: number | null) => (id === null ? null : { path: { id } });

/** Request a clinic while its screen is still being rendered. */
export const readClinicAhead = (id: number | null) => readAhead("/admin/clinics/{id}", clinicOptions(id));

export function useClinic(id: number | null) {
  return useRecord("/admin/clinics/{id}", clinicOptions(id), ({ clinic }) => clinic.id);
}

export type ClinicFigures = components["schemas"]["ClinicSummary"];

/** Key figures of a clinic: undefined while they load, null if they failed to load. */
export function useClinicFigures(id: number | null): ClinicFigures | null | undefined {
  const { data, error } = useRecord(
    "/careops/clinics/{clinic_id}/summary",
    id === null ? null : { path: { clinic_id: id } },
    ({ data }) => data.summary,
  );
  return data ? data.data.summary : error ? null : undefined;
}

export const useReloadClinics = () =>
  useRefresh("/admin/clinics", "/admin/clinics/{id}", "/careops/clinics/{clinic_id}/summary", "/careops/timeline");

export function createHospitalRequest({ name, email, phone_number, password }: NewAccount) {
  const form = {
    signed_up_as: "hospital_clinic",
    country_code: countryCode,
    phone_number,
    password,
    name: name.trim(),
    timezone,
    email: email.trim(),
    account: "clinic",
  } as const;
  return request.post("/admin/users/sign_up", { body: { user_signup_form: form } });
}
