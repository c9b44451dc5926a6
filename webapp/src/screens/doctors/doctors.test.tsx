import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signedMinutes } from "@/api/gen/constants";
import { SwrProvider } from "@/api/SwrProvider";
import { session } from "@/api/session";
import { respond } from "@/test-api";
import { type DoctorProfile, useDoctor } from "./doctors";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const doctor: DoctorProfile = {
  id: 12,
  name: "Simran Kaur",
  first_name: "Simran",
  last_name: "Kaur",
  country_code: "91",
  phone_number: "9812345670",
  speciality: null,
  reg_nbr: null,
  status: null,
  verified: false,
  dob: null,
  gender: null,
  patients_per_hour: null,
  exp: null,
  bio: null,
  reg_photo_url: null,
  certificate: null,
  verified_by_name: null,
  verified_at: null,
  verification_reason: null,
  verified_as: null,
};

/** Count the reads of a doctor on screen within the lifetime of the signed address. */
async function readsOf(reg_photo_url: string | null) {
  const user = { id: 1, name: "H", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType: "super_admin", user });
  const get = vi.fn(async () =>
    respond("get", "/doctors/{id}", { success: true, data: { doctor: { ...doctor, reg_photo_url } } }),
  );
  vi.stubGlobal("fetch", get);
  const { unmount } = renderHook(() => useDoctor(12), { wrapper: SwrProvider });
  await act(() => vi.advanceTimersByTimeAsync(signedMinutes * 60_000));
  unmount();
  return get.mock.calls.length;
}

test("address of a certificate is renewed before it expires", async () => {
  expect(await readsOf("https://careops.example/uploads/certificates/a.jpg?expires=1")).toBe(2);
});

test("missing certificate requests no address", async () => {
  expect(await readsOf(null)).toBe(1);
});
