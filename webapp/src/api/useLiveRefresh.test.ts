import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { session } from "./session";
import { useLiveRefresh } from "./useLiveRefresh";

/** Fake socket that stays blocked until the test opens it. */
class Socket {
  static OPEN = 1;
  static newest: Socket | undefined;
  readyState = 0;
  onopen?: () => void;
  onmessage?: (message: { data: string }) => void;
  onclose?: (closed: { code: number }) => void;
  constructor() {
    Socket.newest = this;
  }
  send() {}
  close() {
    this.readyState = 3;
  }
  opens() {
    this.readyState = 1;
    this.onopen?.();
    this.tells({ event: "ready", id: 40 });
  }
  tells(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}
const ask = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Socket);
  ask.mockClear();
  const user = { id: 1, name: "H", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "token", refreshToken: "refresh", accountType: "super_admin", user });
});
afterEach(() => {
  session.end("signedOut");
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("where no socket gets through it asks by itself, and stops with the screen", async () => {
  const { unmount } = renderHook(() => useLiveRefresh("jobs", ask, 3000));
  await vi.advanceTimersByTimeAsync(9000);
  expect(ask).toHaveBeenCalledTimes(3);
  unmount();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(3);
});

test("where it is told it asks when something is said, twice a second at most, and every half minute", async () => {
  const { unmount } = renderHook(() => useLiveRefresh("jobs", ask, 3000));
  await vi.advanceTimersByTimeAsync(0);
  Socket.newest?.opens();
  await vi.advanceTimersByTimeAsync(27_000);
  expect(ask).not.toHaveBeenCalled();
  for (const id of [41, 42, 43]) Socket.newest?.tells({ id, channel: "jobs", event: "job", data: {} });
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(ask).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(32_000);
  expect(ask).toHaveBeenCalledTimes(3);
  Socket.newest?.onclose?.({ code: 1006 });
  await vi.advanceTimersByTimeAsync(6000);
  expect(ask).toHaveBeenCalledTimes(5);
  unmount();
});
