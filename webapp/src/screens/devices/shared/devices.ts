import type { deviceTypes } from "@/api/gen/constants";
import type { components } from "@/api/gen/schema";
import { useList } from "@/api/hooks";
import { request } from "@/api/mutation";
import type { Pages } from "@/lib/list/useListQuery";

export type Device = components["schemas"]["Device"];
/** "" means all types: the filter is not sent (B-50). */
export type DeviceType = (typeof deviceTypes)[number] | "";

const narrowed = (device_type: DeviceType) => (device_type ? { device_type } : {});

export function useDevices(userId: number, { page, perpage }: Pick<Pages, "page" | "perpage">, type: DeviceType) {
  const query = { page, perpage, ...narrowed(type) };
  return useList("/admin/users/{user_id}/devices", { path: { user_id: userId }, query }, "devices");
}

export function deleteDeviceRequest(userId: number, deviceId: number) {
  return request.delete("/admin/users/{user_id}/devices/{device_id}", {
    path: { user_id: userId, device_id: deviceId },
  });
}

export function deleteAllDevicesRequest(userId: number, type: DeviceType) {
  return request.delete("/admin/users/{user_id}/delete_all", { path: { user_id: userId }, query: narrowed(type) });
}
