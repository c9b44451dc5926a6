import { render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";
import { session } from "@/api/session";
import { respond } from "@/test-api";
import { KeyErrorsScreen } from "./KeyErrorsScreen";
import { KeyLogScreen } from "./KeyLogScreen";
import { KeysScreen } from "./KeysScreen";
import { type Key, type KeyLogSummary, type KeyRequest, stateOf } from "./keys";

const key: Key = {
  id: 3,
  name: "clinic app",
  scopes: ["audit:write"],
  per_minute: 600,
  ends_with: "4f2k",
  created_at: "2026-11-20T09:30:00Z",
  created_by: "Harpreet Kaur",
  expires_at: "2099-02-18T09:30:00Z",
  revoked_at: null,
  last_used_at: null,
  last_used_from: null,
};
const request: KeyRequest = {
  id: 5120,
  occurred_at: "2026-11-21T04:10:12Z",
  key_id: 3,
  key_name: "clinic app",
  method: "POST",
  call_name: "AddAuditEvents",
  status: 422,
  codes: ["required", "time_invalid"],
  duration_ms: 3.24,
  request: "9f86d081884c7d659a2feaa0",
  ip_address: "203.0.113.7",
};
const group: KeyLogSummary["errors"][number] = {
  call_name: "AddAuditEvents",
  code: "required",
  status: 422,
  total: 1200,
  first_at: "2026-11-21T03:58:40Z",
  last_at: "2026-11-21T04:10:12Z",
  last_request: "9f86d081884c7d659a2feaa0",
};
let summary: KeyLogSummary;
let requested: URL[];

beforeEach(() => {
  const user = { id: 1, name: "H", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType: "super_admin", user });
  const days = [
    { day: "2026-11-21", total: 5210, refused: 12, omitted: 210 },
    { day: "2026-11-20", total: 40, refused: 0, omitted: 0 },
  ];
  summary = { days, errors: [group, { ...group, code: null, status: 502, total: 1 }], error_groups: 2 };
  requested = [];
  vi.stubGlobal("fetch", async (address: string) => {
    const url = new URL(address, "http://console.example");
    requested.push(url);
    const pages = { success: true as const, total_pages: 1, total_records: 1 };
    if (url.pathname.endsWith("/summary"))
      return respond("get", "/careops/keys/requests/summary", { success: true, data: summary });
    if (url.pathname.endsWith("/requests"))
      return respond("get", "/careops/keys/requests", { ...pages, data: { requests: [request] } });
    return respond("get", "/careops/keys", { ...pages, data: { keys: [key] } });
  });
});

function show(Screen: () => React.ReactNode, address = "/keys") {
  render(
    <MemoryRouter initialEntries={[address]}>
      <Screen />
    </MemoryRouter>,
  );
}
function queryOf(path: string) {
  const url = requested.find(({ pathname }) => pathname.endsWith(path));
  return Object.fromEntries(url?.searchParams ?? []);
}

it("lists the keys; each opens its requests", async () => {
  show(KeysScreen);
  const link = await screen.findByRole("link", { name: "clinic app" });
  expect(link.getAttribute("href")).toBe("/key-log?key=3");
  expect(screen.getByText("Active")).toBeTruthy();
});

it("distinguishes active from ended keys", () => {
  expect(stateOf(key)).toBe("active");
  expect(stateOf({ ...key, expires_at: "2020-01-01T00:00:00Z" })).toBe("expired");
  expect(stateOf({ ...key, revoked_at: "2026-11-21T00:00:00Z" })).toBe("revoked");
});

it("reads the log with the filters of the address and shows the number of omitted requests", async () => {
  show(KeyLogScreen, "/key-log?key=3&status=4xx&call=AddAuditEvents&code=required");
  const table = within(await screen.findByRole("table", { name: "Requests of API keys", busy: false }));
  expect(await table.findByText("required, time_invalid")).toBeTruthy();
  expect(queryOf("/requests")).toMatchObject({
    key_id: "3",
    status: "4xx",
    call_name: "AddAuditEvents",
    code: "required",
  });
  expect(queryOf("/summary")).toEqual({ key_id: "3" });
  expect(await screen.findByText("210 requests of 21-11-2026 are not in the log.")).toBeTruthy();
  expect(screen.queryByText(/20-11-2026/)).toBeNull();
  expect(table.getByRole("button", { name: "Copy 9f86d081884c7d659a2feaa0" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Errors by call" }).getAttribute("href")).toBe("/key-errors?key=3");
});

it("groups errors, with links to their requests", async () => {
  show(KeyErrorsScreen, "/key-errors?key=3");
  const table = within(await screen.findByRole("table", { name: "Errors of API keys", busy: false }));
  expect(table.getByRole("link", { name: "1,200" }).getAttribute("href")).toBe(
    "/key-log?key=3&call=AddAuditEvents&code=required",
  );
  expect(table.getByRole("link", { name: "1" }).getAttribute("href")).toBe("/key-log?key=3&call=AddAuditEvents");
  expect(screen.queryByText(/most frequent/)).toBeNull();
});

it("reports that only the most frequent errors are shown", async () => {
  summary = { ...summary, error_groups: 312 };
  show(KeyErrorsScreen, "/key-errors");
  expect(await screen.findByText("The 2 most frequent of 312 errors")).toBeTruthy();
  expect(queryOf("/summary")).toEqual({});
});
