import { renderHook } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { newestSocket, setUpSockets } from "@/test-socket";
import { useLiveRefresh } from "./useLiveRefresh";

const reload = vi.fn();

setUpSockets();
beforeEach(() => void reload.mockClear());

test("screen without a socket is reloaded until it closes", async () => {
  const { unmount } = renderHook(() => useLiveRefresh("jobs", reload, { pollMs: 3000 }));
  await vi.advanceTimersByTimeAsync(9000);
  expect(reload).toHaveBeenCalledTimes(3);
  unmount();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).toHaveBeenCalledTimes(3);
});

test("screen reloads on events at most twice a second, and every 30 seconds", async () => {
  const { unmount } = renderHook(() => useLiveRefresh("jobs", reload, { pollMs: 3000 }));
  await vi.advanceTimersByTimeAsync(0);
  newestSocket().confirm(40);
  await vi.advanceTimersByTimeAsync(27_000);
  expect(reload).not.toHaveBeenCalled();
  for (const id of [41, 42, 43]) newestSocket().deliver({ id, channel: "jobs", event: "job", data: {} });
  expect(reload).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(reload).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(32_000);
  expect(reload).toHaveBeenCalledTimes(3);
  newestSocket().onclose?.({ code: 1006 });
  await vi.advanceTimersByTimeAsync(6000);
  expect(reload).toHaveBeenCalledTimes(5);
  unmount();
});

test("hidden tab reloads when it is shown again, or in the background", async () => {
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  const inBackground = vi.fn();
  renderHook(() => useLiveRefresh("jobs", reload));
  renderHook(() => useLiveRefresh("jobs", inBackground, { inBackground: true }));
  await vi.advanceTimersByTimeAsync(30_000);
  expect([reload.mock.calls.length, inBackground.mock.calls.length]).toEqual([0, 1]);
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event("visibilitychange"));
  expect([reload.mock.calls.length, inBackground.mock.calls.length]).toEqual([1, 1]);
  hidden.mockRestore();
});
