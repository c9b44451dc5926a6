import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { components } from "@/api/gen/schema";
import { session } from "@/api/session";
import { respond } from "@/test-api";
import { UpdatePrompt } from "./UpdatePrompt";

// The server writes the build into the page before any script runs.
vi.hoisted(() => {
  document.head.innerHTML = '<meta name="build" content="one">';
});

afterEach(() => {
  session.end("signedOut");
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Event = components["schemas"]["Event"];

/** Fake socket that a proxy blocks. */
class Forbidden {
  static OPEN = 1;
  readyState = 0;
  constructor() {
    setTimeout(() => this.onclose({ code: 1006 }), 10);
  }
  onclose(_closed: { code: number }) {}
  close() {}
}
const user = { id: 1, name: "Harpreet", phone_number: "9000000001", email: null, user_accounts: [] };
const offer = () => screen.queryByRole("button", { name: "Refresh" });
const minute = () => act(() => vi.advanceTimersByTimeAsync(60_000));
const later = () => act(() => screen.getByRole("button", { name: "Later" }).click());

// Proves FAULT-44.polls.
test("failed socket offers each new version once", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Forbidden);
  const raised: Event[] = [];
  const deploy = (data: Event["data"]) =>
    raised.push({ id: 40 + raised.length, channel: "admin", event: "deployment", data, raised_at: null });
  deploy({ build: "older" });
  vi.stubGlobal("fetch", async (address: string) => {
    const parameters = new URL(address, "http://localhost").searchParams;
    const events = parameters.get("only_latest") ? [] : raised.filter(({ id }) => id > Number(parameters.get("since")));
    const data = { events, latest: raised.at(-1)?.id ?? 0, more: false, resync: false };
    return respond("get", "/careops/events", { success: true, data });
  });
  session.start({ authToken: "a.b.c", refreshToken: "refresh", accountType: "super_admin", user });
  render(<UpdatePrompt />);
  await minute();
  expect(offer()).toBeNull();
  deploy({ broadcast_id: 12 });
  await minute();
  expect(offer()).not.toBeNull();
  later();
  await minute();
  expect(offer()).toBeNull();
  deploy({ build: "one" });
  await minute();
  expect(offer()).toBeNull();
  deploy({ build: "two" });
  await minute();
  expect(offer()).not.toBeNull();
});
