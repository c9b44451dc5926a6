import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { components } from "@/api/gen/schema";
import { SwrProvider } from "@/api/SwrProvider";
import { syncClock } from "@/api/token";
import { respond, respondError, startSession } from "@/test-api";
import { emptySummary, patientEvent } from "@/test-audit";
import { lastDays } from "./audit";
import type { AuditTrail } from "./auditLogs";
import { LogsTab } from "./LogsTab";

type ClinicDetail = components["schemas"]["ClinicDetail"];

const clinic = { id: 41, name: "Navjeevan Polyclinic" } as ClinicDetail;
const event = (id: number, changes: Partial<AuditTrail> = {}) =>
  patientEvent({ id, resource: { id: `p-${id}`, type: "patient" }, ...changes });
const summary = { ...emptySummary, events_by_type: { "bill.create": 3 } };

let queries: URLSearchParams[];
let paths: string[];
let answer: (query: URLSearchParams) => Response | Promise<Response>;
let address: string;
const page = (audit_trails: AuditTrail[], total_records = audit_trails.length) =>
  respond("get", "/admin/audit_trails", {
    success: true,
    data: { audit_trails },
    total_records,
    total_pages: Math.ceil(total_records / 10),
  });

beforeEach(() => {
  // Keep the clock away from midnight.
  syncClock(new Date("2026-11-21T06:30:00Z").toUTCString());
  queries = [];
  paths = [];
  answer = () => page([event(1), event(2, { key: "user.sign_in", event_status: "FAILED", resource: null })]);
  startSession("customer_care");
  vi.stubGlobal("fetch", async (url: string) => {
    const { pathname, searchParams } = new URL(url, "http://console.example");
    if (pathname.endsWith("/summary"))
      return respond("get", "/admin/audit_trails/summary", { success: true, data: summary });
    paths.push(pathname);
    queries.push(searchParams);
    return answer(searchParams);
  });
  return () => syncClock(new Date().toUTCString());
});

function Address() {
  address = useLocation().search;
  return null;
}
async function show(search = "") {
  render(
    <MemoryRouter initialEntries={[`/${search}`]}>
      <SwrProvider>
        <LogsTab clinic={clinic} />
        <Address />
      </SwrProvider>
    </MemoryRouter>,
  );
  await waitFor(() => expect(document.querySelector("[aria-busy=true]")).toBeNull());
}
const rows = () => screen.getAllByRole("row").slice(1);
const row = (at: number) => within(rows()[at] as HTMLElement);
const last = () => Object.fromEntries(queries.at(-1) ?? []);
const usual = () => ({ start_date: lastDays(30).start, end_date: lastDays(30).end, page: "1", clinic_id: "41" });

describe("request", () => {
  it("is for the last 30 days of this clinic", async () => {
    await show();
    expect(queries).toHaveLength(1);
    expect(last()).toEqual(usual());
  });

  it("follows the address with several values separated by commas", async () => {
    await show("?event_keys=a.b,c.d&event_status=FAILED,SUCCESS&user_type=owner&resource_type=bill&search=gill&page=3");
    expect(Object.fromEntries(queries[0] ?? [])).toEqual({
      ...usual(),
      page: "3",
      search_text: "gill",
      event_keys: "a.b,c.d",
      event_status: "FAILED,SUCCESS",
      user_type: "owner",
      resource_type: "bill",
    });
  });

  it("uses our own list for hours and the documented one without", async () => {
    await show("?hours=9,24,17");
    expect(paths).toEqual(["/api/careops/audit_trails"]);
    expect(last()).toEqual({ ...usual(), hours: "9,17" });
    await userEvent.click(screen.getByRole("button", { name: /Hours of the day/ }));
    await userEvent.click(await screen.findByRole("checkbox", { name: "09:00" }));
    await waitFor(() => expect(last()).toEqual({ ...usual(), hours: "17" }));
    await userEvent.click(screen.getByRole("checkbox", { name: "17:00" }));
    await waitFor(() => expect(last()).toEqual(usual()));
    expect(paths.at(-1)).toBe("/api/admin/audit_trails");
  });

  it("is not sent for invalid days", async () => {
    await show("?start_date=2020-01-01&end_date=2026-01-01");
    expect(screen.getByRole("alert").textContent).toBe("Date range cannot exceed 90 days");
    expect(screen.queryByRole("table")).toBeNull();
    expect(queries).toEqual([]);
  });
});

describe("the filters", () => {
  it("take several values and reset the page", async () => {
    answer = () => page([event(1)], 25);
    await show("?page=2");
    expect(last().page).toBe("2");
    await userEvent.click(screen.getByRole("button", { name: /User type/ }));
    await userEvent.click(await screen.findByRole("checkbox", { name: "Owner" }));
    await userEvent.click(screen.getByRole("checkbox", { name: "Staff" }));
    await waitFor(() => expect(last()).toEqual({ ...usual(), user_type: "owner,staff" }));
    await userEvent.click(screen.getByRole("checkbox", { name: "Owner" }));
    await waitFor(() => expect(last()).toEqual({ ...usual(), user_type: "staff" }));
  });

  it("offer the event keys of the summary and the rows and accept others", async () => {
    await show();
    await userEvent.click(screen.getByRole("button", { name: /Event keys/ }));
    const keys = within(await screen.findByRole("group", { name: "Event keys" }));
    await keys.findByRole("checkbox", { name: "bill.create" }); // of the rows, which may arrive after the summary
    expect(keys.getAllByRole("checkbox").map((box) => box.closest("label")?.textContent)).toEqual([
      "bill.create",
      "patient.view",
      "user.sign_in",
    ]);
    await userEvent.type(keys.getByRole("textbox"), "lab.order{Enter}");
    await waitFor(() => expect(last().event_keys).toBe("lab.order"));
    expect(keys.getByRole<HTMLInputElement>("checkbox", { name: "lab.order" }).checked).toBe(true);
  });

  it("are cleared together with days and search", async () => {
    await show("?start_date=2026-01-01&end_date=2026-01-31&event_status=FAILED&search=gill");
    await userEvent.click(screen.getByRole("button", { name: "Clear All Filters" }));
    await waitFor(() => expect(last()).toEqual(usual()));
    expect(address).toBe("");
    expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("");
    expect(screen.queryByRole("button", { name: "Clear All Filters" })).toBeNull();
  });
});

describe("search", () => {
  it("filters the loaded rows at once and requests after 200 ms", async () => {
    await show();
    let arrive: (reply: Response) => void = () => undefined;
    answer = () => new Promise((resolve) => (arrive = resolve));
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "SIGN_IN" } });
    expect(rows()).toHaveLength(1);
    expect(rows()[0]?.textContent).toContain("user.sign_in");
    expect(queries).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(199));
    expect(queries).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(last()).toEqual({ ...usual(), search_text: "SIGN_IN" });
    expect(rows()).toHaveLength(1);
    vi.useRealTimers();
    // The server's answer replaces the local search.
    await act(async () => arrive(page([event(8, { key: "other.event" }), event(9)])));
    await waitFor(() => expect(rows()).toHaveLength(2));
  });

  it("reports an empty result after the answer only", async () => {
    await show();
    answer = () => new Promise(() => undefined);
    await userEvent.type(screen.getByRole("searchbox"), "harpreet");
    expect(screen.queryByText("No events match these filters")).toBeNull();
    expect(screen.getByRole("table").getAttribute("aria-busy")).toBe("true");
  });
});

describe("a row", () => {
  it("shows its values and '-' for missing ones", async () => {
    answer = () => page([event(1, { user: { name: "Nina", type: "billing_admin" }, patient: null, ip_address: null })]);
    await show();
    expect(
      row(0)
        .getAllByRole("cell")
        .map((cell) => cell.textContent),
    ).toEqual([
      "20 Nov 2026, 3:01 PM-",
      "patient.view",
      "Nina Billing admin",
      "-",
      "patient p-1",
      "Success",
      "Opened the file",
      "",
    ]);
  });

  it("opens to its user agent and parameters", async () => {
    answer = () => page([event(1, { parameters: { format: "pdf", pages: [1, 2], note: null } })]);
    await show();
    await userEvent.click(screen.getByRole("button", { name: "Details of patient.view, 20 Nov 2026, 3:01 PM" }));
    expect(rows()[1]?.textContent).toContain("User agentClinic app 4.2");
    const terms = row(1)
      .getAllByRole("term")
      .map((term) => term.textContent);
    expect(terms).toEqual(["Description", "User agent", "Parameters", "format", "pages", "note", "Event ID"]);
  });
});

describe("list without rows", () => {
  it("reports a list without events", async () => {
    answer = () => page([]);
    await show();
    expect(screen.getByText("No events in this period")).toBeTruthy();
  });

  it("reports that nothing matches", async () => {
    answer = () => page([]);
    await show("?event_status=FAILED");
    expect(screen.getByText("No events match these filters")).toBeTruthy();
  });

  it("reports a failure and retries", async () => {
    answer = () => respondError(500);
    await show();
    expect(screen.getByText("Failed to fetch audit trails")).toBeTruthy();
    answer = () => page([event(1)]);
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("patient.view")).toBeTruthy();
  });
});

it("has a pager above 10 events", async () => {
  answer = () => page([event(1)], 11);
  await show();
  await userEvent.click(screen.getByRole("button", { name: "Last page" }));
  await waitFor(() => expect(last().page).toBe("2"));
  expect(address).toBe("?page=2");
});
