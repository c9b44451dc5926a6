import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { subscribe } from "@/api/realtime";
import { session } from "@/api/session";
import { respond } from "@/test-api";
import { LiveStatus } from "./LiveStatus";

class Socket {
  static OPEN = 1;
  static all: Socket[] = [];
  readyState = 0;
  onopen?: () => void;
  onmessage?: (message: { data: string }) => void;
  onclose?: (closed: { code: number }) => void;
  constructor() {
    Socket.all.push(this);
  }
  send() {}
  close() {}
  ready() {
    this.readyState = 1;
    this.onopen?.();
    this.onmessage?.({ data: JSON.stringify({ event: "ready", id: 1 }) });
  }
}
const last = () => Socket.all.at(-1) as Socket;
const lose = () => act(() => last().onclose?.({ code: 1006 }));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const user = { id: 1, name: "Harpreet", phone_number: "9000000001", email: null, user_accounts: [] };
const notLive = "Not live: reconnecting…";
let stop: () => void;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Socket);
  session.start({ authToken: "token", refreshToken: "refresh", accountType: "super_admin", user });
  stop = subscribe("referrals", () => undefined);
  render(<LiveStatus />);
  await pass(0);
  act(() => last().ready());
});
afterEach(() => {
  stop();
  session.end("signedOut");
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a line that is down for some seconds is reported until it is back", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const status = screen.getByRole("status");
  await lose();
  await pass(4000);
  expect(status).toHaveProperty("textContent", "");
  await lose();
  await pass(2000);
  expect(status).toHaveProperty("textContent", notLive);
  act(() => last().ready());
  expect(status).toHaveProperty("textContent", "");
});

test("a line that is soon back is not reported", async () => {
  await lose();
  await pass(1000);
  act(() => last().ready());
  await pass(10_000);
  expect(screen.getByRole("status")).toHaveProperty("textContent", "");
});

test("without a network it is reported at once, not when the socket notices", async () => {
  act(() => void dispatchEvent(new Event("offline")));
  await pass(5000);
  expect(screen.getByRole("status")).toHaveProperty("textContent", notLive);
  act(() => void dispatchEvent(new Event("online")));
  act(() => last().ready());
  expect(screen.getByRole("status")).toHaveProperty("textContent", "");
});

test("events that arrive by requests are live too", async () => {
  const data = { events: [], latest: 1, more: false, resync: false };
  vi.stubGlobal("fetch", async () => respond("get", "/careops/events", { success: true, data }));
  for (let tries = 0; tries < 4; tries += 1) {
    await lose();
    await pass(3000);
  }
  await pass(3000);
  expect(screen.getByRole("status")).toHaveProperty("textContent", "");
});
