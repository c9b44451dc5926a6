import { api } from "@/api/client";
import { userStatus } from "@/api/gen/choices";
import { userFlags } from "@/api/gen/constants";
import { listUsersRules } from "@/api/gen/rules";
import type { components } from "@/api/gen/schema";
import { readAhead, useList, useRecord, useRefresh } from "@/api/hooks";
import { findLastChange, type LastChange } from "@/api/lastChange";
import { request, send } from "@/api/mutation";
import { paths } from "@/app/paths";
import { formatPhone } from "@/lib/format/phone";
import { choiceFilter, type ListAddress, parseListAddress, textFilter } from "@/lib/list/useListQuery";

export type User = components["schemas"]["PlatformUser"];
export type Account = User["user_accounts"][number];
export type Status = (typeof userStatus)[number];
export type Flag = (typeof userFlags)[number];

export const statuses = userStatus;
export const flags = userFlags;

export const userFilters = { search: textFilter(listUsersRules.search_text.maxLength), active: choiceFilter("true") };

type UsersAddress = ListAddress<keyof typeof userFilters>;

const listOptions = ({ page, perpage, values: { search, active } }: UsersAddress) => ({
  query: { page, perpage, ...(search && { search_text: search }), ...(active && { active_users: true }) },
});

/** Request the list of the current address while its screen is still being rendered. */
export const readUsersAhead = () => readAhead("/admin/users", listOptions(parseListAddress(userFilters)));

export function useUsers(query: UsersAddress) {
  return useList("/admin/users", listOptions(query), "users");
}

const userOptions = (id: number | null) => (id === null ? null : { path: { user_id: id } });

/** Request a user while its screen is still being rendered. */
export const readUserAhead = (id: number | null) => readAhead("/admin/users/{user_id}", userOptions(id));

export function useUser(id: number | null) {
  return useRecord("/admin/users/{user_id}", userOptions(id), ({ data }) => data.user.id);
}

/** Reload the user, the devices and all lists of users on screen. */
export const useReloadUser = () =>
  useRefresh("/admin/users/{user_id}", "/admin/users/{user_id}/devices", "/admin/users");

/** Spec: B 4, B-45. */
export function changeUserRequest(id: number, change: { user_status: Status } | Partial<Record<Flag, boolean>>) {
  return request.put("/admin/users/{user_id}", { path: { user_id: id }, body: change });
}

/** Return who blocked a user; null if the user is not blocked. */
export async function findBlocked(id: number): Promise<LastChange | null> {
  const { data } = await api.get("/admin/users/{user_id}", { path: { user_id: id } });
  return data.user.status === "BLOCKED" ? findLastChange(`user:${id}`, "user_status", "BLOCKED") : null;
}

/** Restore the status that a change replaced; false if it was changed again since. */
export async function undoStatus(id: number, replaced: Status, changed: Status): Promise<boolean> {
  const { data } = await api.get("/admin/users/{user_id}", { path: { user_id: id } });
  if (data.user.status !== changed) return false;
  await send(changeUserRequest(id, { user_status: replaced }));
  return true;
}

/** Subject of an account (clinic, lab, doctor or pharmacy): name and address (B-49). */
export function subjectOf(account: Account): { name: string | null; to?: string } {
  const { clinic_id, clinic_name, doctor_id, doctor_name, lab_id, lab_name, pharmacy_id, pharmacy_name } = account;
  if (clinic_id) return { name: clinic_name, to: paths.clinic({ clinicId: clinic_id }) };
  if (lab_id) return { name: lab_name, to: paths.lab({ labId: lab_id }) };
  if (pharmacy_id) return { name: pharmacy_name, to: paths.pharmacy({ pharmacyId: pharmacy_id }) };
  if (doctor_id) return { name: doctor_name, to: paths.doctor({ doctorId: doctor_id }) };
  return { name: doctor_name };
}

const withSubject = ["clinic", "hospital_clinic", "clinic_admin", "doctor", "lab", "pharmacy"];
/** Name of an account: of its subject, or of the person for a patient or administrator, who is none of them. */
export function accountName(user: User, account: Account): string | null {
  return withSubject.includes(account.account_type) ? subjectOf(account).name : user.name;
}

export const userName = ({ name, phone_number, id }: User) => name || formatPhone(null, phone_number) || String(id);
