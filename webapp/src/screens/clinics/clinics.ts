import { api } from "@/api/client";
import { countryCode, featureFlags, pageSize, timezone } from "@/api/gen/constants";
import type { components } from "@/api/gen/schema";
import { useCatalogue, useList, useRecord, useRefresh } from "@/api/hooks";
import { matching, oneOf, words } from "@/lib/useListQuery";
import type { NewAccount } from "./AccountFields";

export type Clinic = components["schemas"]["Clinic"];
export type ClinicDetail = components["schemas"]["ClinicDetail"];
export type SpecModule = components["schemas"]["SpecModule"];
export type FeatureFlag = (typeof featureFlags)[number];

export const isFlag = (value: string): value is FeatureFlag => featureFlags.some((flag) => flag === value);

/** The list's filters, as the address bar holds them. */
export const clinicFilters = {
  search: words(100),
  state: words(100),
  module: (text: string) => oneOf(...featureFlags)(text) || matching(/^[1-9]\d{0,14}$/)(text),
  bank_details: oneOf("true", "false"),
  is_hospital: oneOf("true"),
};
export type ClinicFilters = Record<keyof typeof clinicFilters, string>;

export function useClinics(page: number, filters: ClinicFilters) {
  const { data, error, isValidating, mutate } = useList("/admin/clinics", {
    query: { page, perpage: pageSize, ...queryOf(filters) },
  });
  return {
    rows: error ? [] : data?.data.clinics,
    total: error ? 0 : (data?.total_records ?? 0),
    pageSize,
    error,
    loading: isValidating,
    retry: () => mutate(),
  };
}

/** A filter that is off is not sent. */
function queryOf({ search, state, module, bank_details, is_hospital }: ClinicFilters) {
  return {
    ...(search && { search_text: search }),
    ...(state && { filter_type: "state" as const, filter_text: state }),
    ...(bank_details && { bank_details: bank_details === "true" }),
    ...(is_hospital && { is_hospital: true }),
    ...(isFlag(module) ? { [module]: true } : module && { spec_module_id: Number(module) }),
  };
}

export function useClinic(id: number | null) {
  return useRecord("/admin/clinics/{id}", id === null ? null : { path: { id } });
}

export function useSpecModules() {
  const { data } = useCatalogue("/spec_modules", {});
  return data?.data;
}

export function useReloadClinics() {
  const refresh = useRefresh();
  return () => refresh("/admin/clinics", "/admin/clinics/{id}");
}

export function createHospital({ name, email, phone_number, password }: NewAccount) {
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
  return api.post("/admin/users/sign_up", { body: { user_signup_form: form } });
}

/** What can be switched on a clinic: a spec module by its id, a feature flag by its name. */
export type Switch = { kind: "module"; id: number; name: string } | { kind: "flag"; flag: FeatureFlag; name: string };

export function isOn(clinic: Clinic, wanted: Switch): boolean {
  if (wanted.kind === "flag") return clinic[wanted.flag];
  return clinic.clinic_spec_modules.some((active) => active.spec_module_id === wanted.id);
}

export async function turn(clinic: Clinic, wanted: Switch, on: boolean) {
  if (wanted.kind === "flag")
    return api.post("/clinics/{clinic_id}/clinic_settings", {
      path: { clinic_id: clinic.id },
      body: { settings: { [wanted.flag]: on } },
    });
  const path = { clinic_id: clinic.id, module_id: wanted.id };
  return on
    ? api.post("/clinics/{clinic_id}/spec_modules/{module_id}/activate", { path })
    : api.post("/clinics/{clinic_id}/spec_modules/{module_id}/deactivate", { path });
}
