import { act, render, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";
import { SwrProvider } from "@/api/SwrProvider";
import { respond, respondError } from "@/test-api";
import { newestSocket, setUpSockets } from "@/test-socket";
import { CountsReader } from "./shared/CountsReader";
import { dueCounts, personalCount } from "./shared/dueCounts";
import type { Queue } from "./shared/today";

function queue(source: string, count: number, capped = false): Queue {
  return {
    source,
    count,
    count_capped: capped,
    personal: ["follow_ups", "mentions"].includes(source),
    oldest_at: null,
    oldest_day: null,
    older: 0,
    older_capped: false,
    items: [],
    snoozed: 0,
    snoozed_items: [],
  };
}
let answer: () => Response;
let reads: number;

setUpSockets();
beforeEach(() => {
  vi.useRealTimers();
  reads = 0;
  vi.stubGlobal("fetch", async () => {
    reads += 1;
    return answer();
  });
});

function show() {
  return render(
    <MemoryRouter initialEntries={["/clinics"]}>
      <SwrProvider>
        <CountsReader />
      </SwrProvider>
    </MemoryRouter>,
  );
}
const sources = (...queues: Queue[]) => respond("get", "/careops/today", { success: true, data: { sources: queues } });

it("adds the sources of each entry, counts own items for Today and clears them with the session", async () => {
  answer = () => sources(queue("doctors", 200, true), queue("invitations", 12), queue("payments", 3), queue("jobs", 0));
  const { unmount } = show();
  await waitFor(() =>
    expect(dueCounts.get()).toEqual({
      "/doctors": { count: 212, capped: true },
      "/payments": { count: 3, capped: false },
    }),
  );
  expect(personalCount.get()).toEqual({ count: 0, capped: false });
  expect(reads).toBe(1);
  unmount();
  expect([dueCounts.get(), personalCount.get()]).toEqual([null, null]);
});

it("adds the mentions and follow-ups of the user", async () => {
  answer = () => sources(queue("doctors", 5), queue("follow_ups", 200, true), queue("mentions", 2));
  show();
  await waitFor(() => expect(personalCount.get()).toEqual({ count: 202, capped: true }));
});

it("does not repeat a refused read", async () => {
  answer = () => respondError(409);
  show();
  await waitFor(() => expect(reads).toBe(1));
  await act(async () => {
    document.dispatchEvent(new Event("visibilitychange"));
  });
  expect(reads).toBe(1);
  expect(dueCounts.get()).toBeNull();
});

it("reads once for many changes within ten seconds after a read", async () => {
  answer = () => sources(queue("payments", reads));
  show();
  await waitFor(() => expect(dueCounts.get()?.["/payments"]).toEqual({ count: 1, capped: false }));
  await waitFor(() => expect(newestSocket()).toBeDefined());
  newestSocket().confirm();
  vi.useFakeTimers();
  let id = 1;
  const change = () =>
    act(async () => newestSocket().deliver({ id: ++id, channel: "today", event: "due_changed", data: {} }));
  await change();
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(reads).toBe(2);
  for (let count = 0; count < 20; count += 1) await change();
  await act(() => vi.advanceTimersByTimeAsync(9_000));
  expect(reads).toBe(2);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(reads).toBe(3);
  expect(dueCounts.get()?.["/payments"]).toEqual({ count: 3, capped: false });
});
