import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { SwrProvider } from "@/api/SwrProvider";
import { respond, respondError, startSession } from "@/test-api";
import { auditEvent } from "@/test-audit";
import { Timeline } from "./shared/Timeline";
import { type Entry, groupByDay, groupChanges, keyOf, mergeNewest } from "./shared/timeline";

const entry = (id: number, changes: Partial<Entry> = {}): Entry => ({
  at: `2026-11-20T09:${String(60 - id).padStart(2, "0")}:00Z`,
  kind: "payment",
  group: "money",
  id: String(id),
  audit_event: null,
  payment: {
    id,
    order_id: null,
    razorpay_payment_id: `pay_${id}`,
    razorpay_order_id: null,
    description: null,
    created_at: null,
    contact: null,
    email: null,
    amount: 400.95,
    method: "upi",
    billing_payment_status: "failed",
  },
  billing_payment: null,
  verification: null,
  change_request: null,
  note: null,
  follow_up: null,
  record_name: null,
  record: null,
  ...changes,
});
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => entry(from + at));
const ids = (entries: readonly Entry[] | undefined) => entries?.map(({ id }) => Number(id));

describe("mergeNewest", () => {
  test("new entries come first, and earlier ones stay", () => {
    expect(ids(mergeNewest(numbers(0, 4), numbers(2, 8)))).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });
  test("a deleted entry disappears", () => {
    const [first, , ...others] = numbers(0, 6);
    expect(ids(mergeNewest([first as Entry, ...others.slice(0, 2)], numbers(0, 6)))).toEqual([0, 2, 3, 4, 5]);
  });
  test("without a common entry, the loaded ones are dropped", () => {
    expect(mergeNewest(numbers(0, 3), numbers(5, 8))).toBeUndefined();
  });
  test("empty timeline drops all entries", () => {
    expect(mergeNewest([], numbers(0, 2))).toEqual([]);
  });
});

const change = (id: number, at: string, changes: Partial<NonNullable<Entry["audit_event"]>> = {}) =>
  entry(id, {
    at,
    kind: "audit_event",
    group: "modules",
    payment: null,
    audit_event: auditEvent({ id, key: "module.activate", timestamp: at, after: { Queue: true }, ...changes }),
  });

test("changes of one person on one record within five minutes are one entry", () => {
  const entries = [
    change(1, "2026-11-20T09:10:00Z"),
    change(2, "2026-11-20T09:05:00Z"),
    change(3, "2026-11-20T09:04:59Z"),
    change(4, "2026-11-20T09:04:00Z", { user: { name: "Meera Deshpande", type: "billing_admin" } }),
    change(5, "2026-11-20T09:03:00Z", { resource: { id: "42", type: "clinic" } }),
    entry(6),
    entry(7),
  ];
  expect(groupChanges(entries).map(ids)).toEqual([[1, 2], [3], [4], [5], [6], [7]]);
});

test("entries are grouped by the day in India", () => {
  const entries = [entry(1, { at: "2026-11-20T18:31:00Z" }), entry(2, { at: "2026-11-20T18:29:00Z" })];
  expect(groupByDay(entries).map(({ day, entries }) => [day, entries.map(keyOf)])).toEqual([
    ["2026-11-21", ["payment 1"]],
    ["2026-11-20", ["payment 2"]],
  ]);
});

let answer: (query: URLSearchParams) => Response;
let queries: string[];
const page = (entries: Entry[], next: string | null = null) =>
  respond("get", "/careops/timeline", { success: true, data: { entries, next } });

beforeEach(() => {
  queries = [];
  answer = () => page([]);
  startSession("customer_care", { id: 2 });
  vi.stubGlobal("fetch", async (address: string) => {
    const { pathname, searchParams } = new URL(address, "http://console.example");
    const path = pathname.replace("/api", "");
    if (path === "/careops/timeline") {
      queries.push(String(searchParams));
      return answer(searchParams);
    }
    if (path === "/careops/staff") return respond("get", "/careops/staff", { success: true, data: { staff: [] } });
    if (path === "/careops/notes")
      return respond("get", "/careops/notes", { success: true, data: { notes: [] }, total_records: 0, total_pages: 0 });
    return respond("get", "/careops/drafts", { success: true, data: { drafts: [] } });
  });
});

function show(at = "/") {
  const element = <Timeline record={{ kind: "clinic", id: 41 }} />;
  const router = createMemoryRouter([{ path: "/", element }], { initialEntries: [at] });
  render(
    <SwrProvider>
      <RouterProvider router={router} />
    </SwrProvider>,
  );
  return router;
}

test("entries are sentences, and earlier ones load on request", async () => {
  answer = (query) => (query.get("before") ? page([entry(3)]) : page([entry(1), entry(2)], "p2"));
  show();
  expect(await screen.findByText("Payment pay_1 ₹400.95: Failed")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Load earlier" }));
  expect(await screen.findByText("Payment pay_3 ₹400.95: Failed")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Load earlier" })).toBeNull();
  expect(screen.getAllByRole("listitem")).toHaveLength(3);
});

test("an entry of repeated changes opens the others", async () => {
  const earlier = change(2, "2026-11-20T09:09:00Z", { after: { IPD: true } });
  answer = () => page([change(1, "2026-11-20T09:10:00Z"), earlier]);
  show();
  await userEvent.click(await screen.findByRole("button", { name: "1 more change" }));
  expect(screen.getByText("Arjun Pillai switched IPD on")).toBeTruthy();
});

test("repeated changes are one entry across loaded parts", async () => {
  const [first, second, third] = [9, 7, 5].map((minute, id) => change(id, `2026-11-20T09:0${minute}:00Z`));
  answer = (query) => (query.get("before") ? page([third as Entry]) : page([first as Entry, second as Entry], "p2"));
  show();
  expect(await screen.findByRole("button", { name: "1 more change" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Load earlier" }));
  expect(await screen.findByRole("button", { name: "2 more changes" })).toBeTruthy();
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
});

test("day headings have the format of all dates", async () => {
  answer = () => page([entry(1)]);
  show();
  expect(await screen.findByRole("heading", { name: "20-11-2026" })).toBeTruthy();
});

test("a group is part of the address and of the request", async () => {
  const router = show("/?groups=modules");
  const groups = within(await screen.findByRole("group", { name: "Groups of entries" }));
  expect(groups.getByRole("button", { name: "Modules" }).getAttribute("aria-pressed")).toBe("true");
  expect(await screen.findByText("No entries in this group")).toBeTruthy();
  await userEvent.click(groups.getByRole("button", { name: "Money" }));
  expect(router.state.location.search).toBe("?groups=money");
  await waitFor(() =>
    expect(queries).toEqual([
      "record=clinic%3A41&groups=modules&changes_only=true",
      "record=clinic%3A41&groups=money&changes_only=true",
    ]),
  );
});

test("a failure can be retried", async () => {
  answer = () => respondError(500);
  show();
  expect(await screen.findByText("The timeline could not be loaded")).toBeTruthy();
  answer = () => page([entry(1)]);
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("Payment pay_1 ₹400.95: Failed")).toBeTruthy();
});
