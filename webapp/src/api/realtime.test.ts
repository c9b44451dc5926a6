import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeSocket, newestSocket, setUpSockets } from "@/test-socket";
import { type RealtimeEvent, subscribe } from "./realtime";
import { session } from "./session";

let events: RealtimeEvent[];
let stop: () => void;

setUpSockets();
beforeEach(() => {
  events = [];
  stop = subscribe("admin", (event) => events.push(event));
});
afterEach(() => stop());

// Proves FAULT-44.console.
test("a socket that is lost is opened again and goes on after the last event", async () => {
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

test("events since the first screen was shown are asked for, however long the socket takes to open", async () => {
  await vi.advanceTimersByTimeAsync(3000);
  newestSocket().open();
  expect(newestSocket().messages).toEqual([{ token: "token", channels: ["admin"], recent_ms: 8000 }]);
});

test("events from before the page was opened reload its records, and are no news", async () => {
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
  const stopOther = subscribe("today", (event) => other.push(event));
  newestSocket().deliver({ event: "ready", id: 40 });
  newestSocket().deliver({ id: 39, channel: "today", event: "items_changed", data: {} });
  newestSocket().deliver({ event: "ready", id: 40 });
  newestSocket().deliver({ id: 39, channel: "today", event: "items_changed", data: {} });
  newestSocket().deliver({ id: 41, channel: "today", event: "items_changed", data: {} });
  expect(other.map(({ event }) => event)).toEqual(["resync", "items_changed"]);
  stopOther();
});

test("a second channel is asked for on the same socket, and nobody is left listening at the end", async () => {
  await vi.advanceTimersByTimeAsync(0);
  newestSocket().open();
  const other = subscribe("referrals", () => undefined);
  expect(newestSocket().messages.at(-1)).toMatchObject({ channels: ["admin", "referrals"] });
  other();
  expect(newestSocket().messages.at(-1)).toMatchObject({ channels: ["admin"] });
  const socket = newestSocket();
  stop();
  expect(socket.readyState).toBe(3);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeSocket.all).toHaveLength(1);
});

test("events that are gone for good are told to everybody", async () => {
  await vi.advanceTimersByTimeAsync(0);
  newestSocket().open();
  newestSocket().deliver({ event: "resync", id: 90 });
  expect(events.map(({ event }) => event)).toEqual(["resync"]);
});

test("what would be refused again is not asked again", async () => {
  await vi.advanceTimersByTimeAsync(0);
  newestSocket().open();
  newestSocket().onclose?.({ code: 4403 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeSocket.all).toHaveLength(1);
});

test("one that nobody wants any more while it opens is closed when it is there, and told nothing", async () => {
  await vi.advanceTimersByTimeAsync(0);
  const opening = newestSocket();
  session.end("signedOut");
  expect(opening.readyState).toBe(0);
  opening.open();
  expect(opening.readyState).toBe(3);
  expect(opening.messages).toEqual([]);
});

test("signing out closes it", async () => {
  await vi.advanceTimersByTimeAsync(0);
  newestSocket().open();
  session.end("signedOut");
  expect(newestSocket().readyState).toBe(3);
});

const silentMs = 20_000;

test("a socket through which nothing comes is left, and so is one that has fallen silent", async () => {
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

test("what was told is not told again by a process that is behind", async () => {
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
