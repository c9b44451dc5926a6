import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeSocket, newestSocket, setUpSockets } from "@/test-socket";
import { liveConnection, type RealtimeEvent } from "./realtime";
import { session } from "./session";

let events: RealtimeEvent[];
let stop: () => void;

setUpSockets();
beforeEach(() => {
  events = [];
  stop = liveConnection.subscribe("admin", (event) => events.push(event));
});
afterEach(() => stop());

// Proves FAULT-44.console.
test("lost socket is reopened after the last event", async () => {
  await vi.advanceTimersByTimeAsync(0);
  newestSocket().open();
  expect(newestSocket().messages).toEqual([{ token: "token", channels: ["admin"], recent_ms: 5000 }]);
  newestSocket().deliver({ event: "ready", id: 40 });
  newestSocket().deliver({ id: 41, channel: "admin", event: "deployment", data: { build: "x" } });
  expect(events.map(({ data }) => data)).toEqual([{ build: "x" }]);
  newestSocket().onclose?.({ code: 1006 });
  await vi.advanceTimersByTimeAsync(1000);
  expect(FakeSocket.all).toHaveLength(2);
  newestSocket().open();
  expect(newestSocket().messages).toEqual([{ token: "token", channels: ["admin"], since: 41 }]);
});

test("events since the first screen are requested after a slow connection", async () => {
  await vi.advanceTimersByTimeAsync(3000);
  newestSocket().open();
  expect(newestSocket().messages).toEqual([{ token: "token", channels: ["admin"], recent_ms: 8000 }]);
});

test("events from before the page was opened only reload its records", async () => {
  await vi.advanceTimersByTimeAsync(0);
  newestSocket().open();
  newestSocket().deliver({ id: 39, channel: "admin", event: "deployment", data: {} });
  newestSocket().deliver({ event: "ready", id: 40 });
  newestSocket().deliver({ id: 41, channel: "admin", event: "deployment", data: {} });
  expect(events.map(({ event }) => event)).toEqual(["resync", "deployment"]);
});

test("earlier events of a channel that is added before the first answer are not dropped", async () => {
  await vi.advanceTimersByTimeAsync(0);
  newestSocket().open();
  const other: RealtimeEvent[] = [];
  const stopOther = liveConnection.subscribe("today", (event) => other.push(event));
  newestSocket().deliver({ event: "ready", id: 40 });
  newestSocket().deliver({ id: 39, channel: "today", event: "items_changed", data: {} });
  newestSocket().deliver({ event: "ready", id: 40 });
  newestSocket().deliver({ id: 39, channel: "today", event: "items_changed", data: {} });
  newestSocket().deliver({ id: 41, channel: "today", event: "items_changed", data: {} });
  expect(other.map(({ event }) => event)).toEqual(["resync", "items_changed"]);
  stopOther();
});

test("second channel uses the same socket, which closes without subscribers", async () => {
  await vi.advanceTimersByTimeAsync(0);
  newestSocket().open();
  const other = liveConnection.subscribe("referrals", () => undefined);
  expect(newestSocket().messages.at(-1)).toMatchObject({ channels: ["admin", "referrals"] });
  other();
  expect(newestSocket().messages.at(-1)).toMatchObject({ channels: ["admin"] });
  const socket = newestSocket();
  stop();
  expect(socket.readyState).toBe(3);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeSocket.all).toHaveLength(1);
});

test("deleted events are reported to every subscriber", async () => {
  await vi.advanceTimersByTimeAsync(0);
  newestSocket().open();
  newestSocket().deliver({ event: "resync", id: 90 });
  expect(events.map(({ event }) => event)).toEqual(["resync"]);
});

test("permanent refusal is not retried", async () => {
  await vi.advanceTimersByTimeAsync(0);
  newestSocket().open();
  newestSocket().onclose?.({ code: 4403 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeSocket.all).toHaveLength(1);
});

test("unneeded socket is closed when it opens without notification", async () => {
  await vi.advanceTimersByTimeAsync(0);
  const opening = newestSocket();
  session.end("signedOut");
  expect(opening.readyState).toBe(0);
  opening.open();
  expect(opening.readyState).toBe(3);
  expect(opening.messages).toEqual([]);
});

test("sign-out closes the socket", async () => {
  await vi.advanceTimersByTimeAsync(0);
  newestSocket().open();
  session.end("signedOut");
  expect(newestSocket().readyState).toBe(3);
});

const silentMs = 20_000;

test("silent socket is closed and replaced", async () => {
  await vi.advanceTimersByTimeAsync(0);
  newestSocket().open();
  await vi.advanceTimersByTimeAsync(silentMs + 1000);
  expect(FakeSocket.all).toHaveLength(2);
  newestSocket().open();
  newestSocket().deliver({ event: "ready", id: 40 });
  await vi.advanceTimersByTimeAsync(10 * silentMs);
  expect(FakeSocket.all).toHaveLength(2);
  // After sleep, the client asks whether the server is still there.
  dispatchEvent(new Event("online"));
  expect(newestSocket().messages.at(-1)).toEqual({ channels: ["admin"], since: 40 });
  await vi.advanceTimersByTimeAsync(silentMs + 1000);
  expect(FakeSocket.all).toHaveLength(3);
});

test("event of a stale process is not repeated", async () => {
  await vi.advanceTimersByTimeAsync(0);
  newestSocket().open();
  const event = { channel: "admin", event: "deployment", data: {} };
  for (const id of [41, 42]) newestSocket().deliver({ id, ...event });
  newestSocket().onclose?.({ code: 1001 });
  await vi.advanceTimersByTimeAsync(1000);
  newestSocket().open();
  newestSocket().deliver({ event: "ready", id: 41 });
  for (const id of [42, 43]) newestSocket().deliver({ id, ...event });
  expect(events.map(({ id }) => id)).toEqual([41, 42, 43]);
});
