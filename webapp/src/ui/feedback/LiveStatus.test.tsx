import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { liveConnection } from "@/api/realtime";
import { respond } from "@/test-api";
import { newestSocket, setUpSockets } from "@/test-socket";
import { LiveStatus } from "./LiveStatus";

const lose = () => act(() => newestSocket().onclose?.({ code: 1006 }));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const notLive = "Not live: reconnecting…";
let stop: () => void;

setUpSockets();
beforeEach(async () => {
  stop = liveConnection.subscribe("referrals", () => undefined);
  render(<LiveStatus />);
  await pass(0);
  act(() => newestSocket().confirm());
});
afterEach(() => stop());

test("connection lost for seconds is reported until it returns", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const status = screen.getByRole("status");
  await lose();
  await pass(4000);
  expect(status).toHaveProperty("textContent", "");
  await lose();
  await pass(2000);
  expect(status).toHaveProperty("textContent", notLive);
  act(() => newestSocket().confirm());
  expect(status).toHaveProperty("textContent", "");
});

test("short interruption is not reported", async () => {
  await lose();
  await pass(1000);
  act(() => newestSocket().confirm());
  await pass(10_000);
  expect(screen.getByRole("status")).toHaveProperty("textContent", "");
});

test("offline browser is reported before the socket closes", async () => {
  act(() => void dispatchEvent(new Event("offline")));
  await pass(5000);
  expect(screen.getByRole("status")).toHaveProperty("textContent", notLive);
  act(() => void dispatchEvent(new Event("online")));
  act(() => newestSocket().confirm());
  expect(screen.getByRole("status")).toHaveProperty("textContent", "");
});

test("polled events count as live", async () => {
  const data = { events: [], latest: 1, more: false, resync: false };
  vi.stubGlobal("fetch", async () => respond("get", "/careops/events", { success: true, data }));
  for (let tries = 0; tries < 4; tries += 1) {
    await lose();
    await pass(3000);
  }
  await pass(3000);
  expect(screen.getByRole("status")).toHaveProperty("textContent", "");
});
