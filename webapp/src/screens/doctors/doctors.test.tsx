import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CallCache } from "@/api/CallCache";
import { api } from "@/api/client";
import { signedMinutes } from "@/api/gen/constants";
import { useDoctor } from "./doctors";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** How often a doctor is read who stays on screen for as long as an address is good. */
async function readsOf(reg_photo_url: string | null) {
  const reply = { data: { doctor: { id: 12, reg_photo_url } } };
  const get = vi.spyOn(api, "get").mockImplementation((async () => reply) as unknown as typeof api.get);
  const { unmount } = renderHook(() => useDoctor(12), { wrapper: CallCache });
  await act(() => vi.advanceTimersByTimeAsync(signedMinutes * 60_000));
  unmount();
  return get.mock.calls.length;
}

test("a certificate is signed anew before its address has had its time", async () => {
  expect(await readsOf("https://careops.example/uploads/certificates/a.jpg?expires=1")).toBe(2);
});

test("where there is none, nothing is asked again", async () => {
  expect(await readsOf(null)).toBe(1);
});
