import { api } from "@/api/client";
import { hasStatus } from "@/api/errors";
import { countryCode, timezone } from "@/api/gen/constants";
import type { components } from "@/api/gen/schema";
import { useList } from "@/api/hooks";
import { request, send } from "@/api/mutation";
import type { Pages } from "@/lib/list/useListQuery";
import type { NewAccount } from "@/ui/fields/AccountFields";

export type Admin = components["schemas"]["ClinicAdmin"];

export function useAdmins(clinicId: number, { page, perpage }: Pages) {
  const options = { path: { clinic_id: clinicId }, query: { page, perpage } };
  return useList("/admin/clinics/{clinic_id}/clinic_admin", options, "clinic_admin");
}

/** A blank email is omitted. */
export function createAdminRequest(clinicId: number, { name, phone_number, password, email }: NewAccount) {
  return request.post("/admin/clinics/{clinic_id}/clinic_admin/sign_up", {
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

/** Find the account with this phone number among the newest admins. */
export async function findAdmin(clinicId: number, phone: string): Promise<Admin | undefined> {
  const { data } = await api.get("/admin/clinics/{clinic_id}/clinic_admin", {
    path: { clinic_id: clinicId },
    query: {},
  });
  return data.clinic_admin.find(({ phone_number }) => phone_number === phone);
}

/** Delete a created account; false if it no longer exists. */
export async function undoCreateAdmin(clinicId: number, created: Admin | undefined): Promise<boolean> {
  if (!created) return false;
  try {
    await send(deleteAdminRequest(clinicId, created.id));
  } catch (error) {
    if (hasStatus(error, 404)) return false;
    throw error;
  }
  return true;
}

export function deleteAdminRequest(clinicId: number, adminId: number) {
  return request.delete("/admin/clinics/{clinic_id}/clinic_admin/{admin_id}", {
    path: { clinic_id: clinicId, admin_id: adminId },
  });
}
