import { api } from "@/api/client";
import { countryCode, pageSize, timezone } from "@/api/gen/constants";
import type { components } from "@/api/gen/schema";
import { useList, useRefresh } from "@/api/hooks";
import type { NewAccount } from "@/ui/fields/AccountFields";

export type Admin = components["schemas"]["ClinicAdmin"];

export function useAdmins(clinicId: number, page: number) {
  const { data, error, isValidating, mutate } = useList("/admin/clinics/{clinic_id}/clinic_admin", {
    path: { clinic_id: clinicId },
    query: { page, perpage: pageSize },
  });
  return {
    rows: error ? [] : data?.data.clinic_admin,
    total: error ? 0 : (data?.total_records ?? 0),
    pageSize,
    error,
    loading: isValidating,
    retry: () => mutate(),
  };
}

export function useReloadAdmins() {
  const refresh = useRefresh();
  return () => refresh("/admin/clinics/{clinic_id}/clinic_admin");
}

/** A blank email is left out. */
export function createAdmin(clinicId: number, { name, phone_number, password, email }: NewAccount) {
  return api.post("/admin/clinics/{clinic_id}/clinic_admin/sign_up", {
    path: { clinic_id: clinicId },
    body: {
      country_code: countryCode,
      phone_number,
      password,
      name: name.trim(),
      timezone,
      ...(email.trim() && { email: email.trim() }),
    },
  });
}

export function deleteAdmin(clinicId: number, adminId: number) {
  return api.delete("/admin/clinics/{clinic_id}/clinic_admin/{admin_id}", {
    path: { clinic_id: clinicId, admin_id: adminId },
  });
}
