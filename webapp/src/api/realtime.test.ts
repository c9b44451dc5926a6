import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type RealtimeEvent, subscribe } from "./realtime";
import { session } from "./session";

class Socket {
  static OPEN = 1;
  static all: Socket[] = [];
  readyState = 0;
  messages: Record<string, unknown>[] = [];
  onopen?: () => void;
  onmessage?: (message: { data: string }) => void;
  onclose?: (closed: { code: number }) => void;
  constructor() {
    Socket.all.push(this);
  }
  send(text: string) {
    this.messages.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
  }
  opened() {
    this.readyState = 1;
    this.onopen?.();
  }
  tells(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}
const last = () => Socket.all.at(-1) as Socket;
const user = { id: 1, name: "Harpreet", phone_number: "9000000001", email: null, user_accounts: [] };
let events: RealtimeEvent[];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Socket);
  Socket.all = [];
  session.start({ authToken: "token", refreshToken: "refresh", accountType: "super_admin", user });
  events = [];
  stop = subscribe("admin", (event) => events.push(event));
});
afterEach(() => {
  stop();
  session.end("signedOut");
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

// Proves FAULT-44.console.
test("a socket that is lost is opened again and goes on after the last event", async () => {
  await vi.advanceTimersByTimeAsync(0);
  last().opened();
  expect(last().messages).toEqual([{ token: "token", channels: ["admin"], recent_ms: 5000 }]);
  last().tells({ event: "ready", id: 40 });
  last().tells({ id: 41, channel: "admin", event: "deployment", data: { build: "x" } });
  expect(events.map(({ data }) => data)).toEqual([{ build: "x" }]);
  last().onclose?.({ code: 1006 });
  await vi.advanceTimersByTimeAsync(1000);
  expect(Socket.all).toHaveLength(2);
  last().opened();
  expect(last().messages).toEqual([{ token: "token", channels: ["admin"], since: 41 }]);
});

test("events since the first screen was shown are asked for, however long the socket takes to open", async () => {
  await vi.advanceTimersByTimeAsync(3000);
  last().opened();
  expect(last().messages).toEqual([{ token: "token", channels: ["admin"], recent_ms: 8000 }]);
});

test("events from before the page was opened reload its records, and are no news", async () => {
  await vi.advanceTimersByTimeAsync(0);
  last().opened();
  last().tells({ id: 39, channel: "admin", event: "deployment", data: {} });
  last().tells({ event: "ready", id: 40 });
  last().tells({ id: 41, channel: "admin", event: "deployment", data: {} });
  expect(events.map(({ event }) => event)).toEqual(["resync", "deployment"]);
});

test("earlier events of a channel that is added before the first answer are not dropped", async () => {
  await vi.advanceTimersByTimeAsync(0);
  last().opened();
  const other: RealtimeEvent[] = [];
  const stopOther = subscribe("today", (event) => other.push(event));
  last().tells({ event: "ready", id: 40 });
  last().tells({ id: 39, channel: "today", event: "items_changed", data: {} });
  last().tells({ event: "ready", id: 40 });
  last().tells({ id: 39, channel: "today", event: "items_changed", data: {} });
  last().tells({ id: 41, channel: "today", event: "items_changed", data: {} });
  expect(other.map(({ event }) => event)).toEqual(["resync", "items_changed"]);
  stopOther();
});

test("a second channel is asked for on the same socket, and nobody is left listening at the end", async () => {
  await vi.advanceTimersByTimeAsync(0);
  last().opened();
  const other = subscribe("referrals", () => undefined);
  expect(last().messages.at(-1)).toMatchObject({ channels: ["admin", "referrals"] });
  other();
  expect(last().messages.at(-1)).toMatchObject({ channels: ["admin"] });
  const socket = last();
  stop();
  expect(socket.readyState).toBe(3);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(Socket.all).toHaveLength(1);
});

test("events that are gone for good are told to everybody", async () => {
  await vi.advanceTimersByTimeAsync(0);
  last().opened();
  last().tells({ event: "resync", id: 90 });
  expect(events.map(({ event }) => event)).toEqual(["resync"]);
});

test("what would be refused again is not asked again", async () => {
  await vi.advanceTimersByTimeAsync(0);
  last().opened();
  last().onclose?.({ code: 4403 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(Socket.all).toHaveLength(1);
});

test("one that nobody wants any more while it opens is closed when it is there, and told nothing", async () => {
  await vi.advanceTimersByTimeAsync(0);
  const opening = last();
  session.end("signedOut");
  expect(opening.readyState).toBe(0);
  opening.opened();
  expect(opening.readyState).toBe(3);
  expect(opening.messages).toEqual([]);
});

test("signing out closes it", async () => {
  await vi.advanceTimersByTimeAsync(0);
  last().opened();
  session.end("signedOut");
  expect(last().readyState).toBe(3);
});

const silentMs = 20_000;

test("a socket through which nothing comes is left, and so is one that has fallen silent", async () => {
  await vi.advanceTimersByTimeAsync(0);
  last().opened();
  await vi.advanceTimersByTimeAsync(silentMs + 1000);
  expect(Socket.all).toHaveLength(2);
  last().opened();
  last().tells({ event: "ready", id: 40 });
  await vi.advanceTimersByTimeAsync(10 * silentMs);
  expect(Socket.all).toHaveLength(2);
  // After sleep, the client asks whether the server is still there.
  dispatchEvent(new Event("online"));
  expect(last().messages.at(-1)).toEqual({ channels: ["admin"], since: 40 });
  await vi.advanceTimersByTimeAsync(silentMs + 1000);
  expect(Socket.all).toHaveLength(3);
});

test("what was told is not told again by a process that is behind", async () => {
  await vi.advanceTimersByTimeAsync(0);
  last().opened();
  const event = { channel: "admin", event: "deployment", data: {} };
  for (const id of [41, 42]) last().tells({ id, ...event });
  last().onclose?.({ code: 1001 });
  await vi.advanceTimersByTimeAsync(1000);
  last().opened();
  last().tells({ event: "ready", id: 41 });
  for (const id of [42, 43]) last().tells({ id, ...event });
  expect(events.map(({ id }) => id)).toEqual([41, 42, 43]);
});
