import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { type AccountType, type Api, expect, phones, test } from "../fixtures";
import { failUntilRetry } from "../support/responses";
import { fields, rows, rowWithText, waitUntilIdle } from "../support/screens";

const address = (id: number, query = "") => `/clinics-details/${id}/list-audit-trail${query}`;
const event = (clinic_id: number, minutesAgo: number, changes: object = {}) => ({
  id: randomUUID(),
  key: "patient.view",
  event_status: "SUCCESS",
  timestamp: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
  clinic_id,
  user: { name: "Jasleen Gill", type: "staff" },
  patient: { name: "Mohinder Brar" },
  resource: { id: "p-2210", type: "patient" },
  ip_address: "203.0.113.7",
  description: "Opened the file",
  user_agent: "Clinic app 4.2 (Android 15)",
  ...changes,
});
const add = async (api: Api, events: object[]) => {
  const app = await api.program("audit:write");
  await app.post("/careops/audit_events", { events });
};

/** Check values of a filter and close it. */
async function choose(page: Page, filter: string, ...values: string[]) {
  await page.getByRole("button", { name: filter }).click();
  for (const value of values) await page.getByRole("checkbox", { name: value, exact: true }).check();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("checkbox")).toHaveCount(0);
}

for (const accountType of Object.keys(phones) as AccountType[]) {
  test(`${accountType} reads events, newest first, and opens one`, async ({ page, api, startSignedIn, accessible }) => {
    await startSignedIn(accountType);
    const { id } = await api.hospital("Logged Hospital");
    const timestamp = "2026-06-20T18:35:00Z";
    await add(api, [
      event(id, 0, { timestamp, parameters: { format: "pdf", pages: [1, 2] } }),
      event(id, 0, {
        timestamp: "2026-06-20T18:36:00Z",
        key: "user.sign_in",
        event_status: "FAILED",
        patient: undefined,
        resource: undefined,
        ip_address: undefined,
        description: undefined,
        user_agent: undefined,
      }),
    ]);
    await page.goto(address(id, "?start_date=2026-06-21&end_date=2026-06-21"));
    await expect(rows(page)).toHaveCount(2);
    const cells = (key: string) => fields(rowWithText(page, key));
    const signIn = [
      "21 Jun 2026, 12:06 AM",
      "-",
      "user.sign_in",
      "Jasleen Gill Staff",
      "-",
      "-",
      "Failed",
      "Refused: Jasleen Gill signed in to the app",
      "",
    ];
    await expect(cells("user.sign_in")).toHaveText(signIn);
    await expect(cells("patient.view")).toHaveText([
      "21 Jun 2026, 12:05 AM",
      "203.0.113.7",
      "patient.view",
      "Jasleen Gill Staff",
      "Mohinder Brar",
      "patient p-2210",
      "Success",
      "Opened the file",
      "",
    ]);
    const open = page.getByRole("button", { name: "Details of patient.view, 21 Jun 2026, 12:05 AM" });
    await expect(open).toHaveAttribute("aria-expanded", "false");
    await open.press("Enter");
    await expect(open).toHaveAttribute("aria-expanded", "true");
    const detail = (name: string) =>
      page.getByRole("term").filter({ hasText: name }).locator("xpath=following-sibling::dd");
    await expect(detail("User agent")).toHaveText("Clinic app 4.2 (Android 15)");
    await expect(detail("format")).toHaveText("pdf");
    await accessible();
    await page.emulateMedia({ colorScheme: "dark" });
    await accessible();
    await open.click();
    await expect(rows(page)).toHaveCount(2);
  });
}

test("search filters loaded events at once and finds others", async ({ page, api, startSignedIn }) => {
  await startSignedIn("customer_care");
  const { id } = await api.hospital("Searched Hospital");
  const many = Array.from({ length: 12 }, (_, at) =>
    event(id, at + 1, { resource: { id: `p-${at}`, type: "patient" } }),
  );
  await add(api, [
    ...many,
    event(id, 0, { key: "bill.create", parameters: { note: "Needle here" } }),
    event(id, 30, { key: "bill.refund", user_agent: "Needle browser" }),
  ]);
  await page.goto(address(id, "?page=2"));
  await expect(page.getByText("Page 2 of 2")).toBeVisible();
  await page.getByRole("button", { name: "First page" }).click();
  await expect(rows(page)).toHaveCount(10);
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/admin/audit_trails?**search_text=**", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("searchbox", { name: "Search audit trails" }).fill("needle");
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("bill.create");
  await expect(page).toHaveURL(/\?search=needle$/);
  answer();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).last()).toContainText("bill.refund");
  await expect(page.getByRole("navigation", { name: "Pages" })).toHaveCount(0);

  await page.getByRole("searchbox").fill("nothing like it");
  await expect(page.getByText("No events match these filters")).toBeVisible();
  await page.getByRole("button", { name: "Clear All Filters" }).click();
  await expect(page.getByRole("searchbox")).toHaveValue("");
  await expect(rows(page)).toHaveCount(10);
});

test("filters take several values, reset the page and are cleared together", async ({
  page,
  api,
  startSignedIn,
  accessible,
}) => {
  await startSignedIn("customer_care");
  const { id } = await api.hospital("Filtered Hospital");
  const many = Array.from({ length: 21 }, (_, at) => event(id, at + 10));
  await add(api, [
    ...many,
    event(id, 1, { key: "bill.refund", event_status: "FAILED", resource: { id: "b-1", type: "bill" } }),
    event(id, 2, { key: "user.sign_in", user: { name: "Dr Anita", type: "owner" }, resource: { type: "session" } }),
  ]);
  const queries: URLSearchParams[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith("/admin/audit_trails")) queries.push(searchParams);
  });
  await page.goto(address(id));
  await expect(rows(page)).toHaveCount(10);
  await page.getByRole("button", { name: "Last page" }).click();
  await expect(page).toHaveURL(/page=3$/);
  await waitUntilIdle(page);

  await page.getByRole("button", { name: "Event keys" }).click();
  await page.getByRole("checkbox", { name: "bill.refund" }).check();
  await accessible();
  const own = page.getByRole("textbox", { name: "Find or type an event key" });
  await own.fill("user.sign_in");
  await own.press("Enter");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\?event_keys=bill.refund%2Cuser.sign_in$/);
  await expect(rows(page)).toHaveCount(2);
  await expect
    .poll(() => Object.fromEntries(queries.at(-1) ?? []))
    .toMatchObject({ event_keys: "bill.refund,user.sign_in", page: "1", clinic_id: String(id) });

  await choose(page, "Event status", "Success", "Failed");
  await expect.poll(() => queries.at(-1)?.get("event_status")).toBe("SUCCESS,FAILED");
  await choose(page, "User type", "Owner", "Consultant", "Admin");
  await expect.poll(() => queries.at(-1)?.get("user_type")).toBe("owner,consultant,admin");
  await expect(rows(page)).toHaveCount(1);
  await choose(page, "Resource type", "session");
  await expect.poll(() => queries.at(-1)?.get("resource_type")).toBe("session");
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("Dr Anita Owner");
  await page.getByRole("button", { name: "7 days" }).click();
  await expect(page).toHaveURL(/start_date=/);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);

  await page.getByRole("button", { name: "Clear All Filters" }).click();
  await expect(page).toHaveURL(new RegExp(`${address(id)}$`));
  await expect(rows(page)).toHaveCount(10);
  await expect(page.getByRole("button", { name: "30 days" })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("button", { name: "Clear All Filters" })).toHaveCount(0);
});

test("choices of a filter close when the keyboard leaves them", async ({ page, api, startSignedIn }) => {
  await startSignedIn("customer_care");
  const { id } = await api.hospital("Tabbed Hospital");
  await page.goto(address(id));
  const types = page.getByRole("button", { name: "User type" });
  await types.press("Enter");
  for (const type of ["Owner", "Consultant", "Staff", "Admin"]) {
    await expect(page.getByRole("checkbox", { name: type, exact: true })).toBeFocused();
    await page.keyboard.press("Tab");
  }
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  const status = page.getByRole("button", { name: "Event status" });
  await status.press("Enter");
  await expect(page.getByRole("checkbox", { name: "Success" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("checkbox", { name: "Failed" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "User type" })).toBeFocused();
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await status.press("Enter");
  await expect(page.getByRole("checkbox", { name: "Success" })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(status).toBeFocused();
  await expect(page.getByRole("checkbox")).toHaveCount(0);
});

test("pager appears above ten events", async ({ page, api, startSignedIn }) => {
  await startSignedIn("customer_care");
  const { id } = await api.hospital("Paged Hospital");
  await add(
    api,
    Array.from({ length: 9 }, (_, at) => event(id, at + 1)),
  );
  await page.goto(address(id));
  await expect(rows(page)).toHaveCount(10);
  await expect(page.getByRole("navigation", { name: "Pages" })).toHaveCount(0);
  await add(api, [event(id, 60)]);
  await page.goto(address(id, "?page=9"));
  await expect(page.getByText("Page 2 of 2")).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
});

test("days without events and a failed list are reported", async ({ page, api, startSignedIn, accessible }) => {
  await startSignedIn("customer_care");
  const { id } = await api.hospital("Silent Hospital");
  await page.goto(address(id, "?start_date=2026-01-01&end_date=2026-01-31"));
  await expect(page.getByText("No events in this period")).toBeVisible();
  await accessible();
  await failUntilRetry(page, "**/admin/audit_trails?**");
  await page.goto(address(id));
  await expect(page.getByRole("alert").getByText("Failed to fetch audit trails")).toBeVisible();
  await accessible();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("hospital.create")).toBeVisible();
});

// Proves SEC-42.text, SEC-42.executed.
test("values sent by apps are shown as text", async ({ page, api, startSignedIn }) => {
  await startSignedIn("customer_care");
  const { id } = await api.hospital("Odd Hospital");
  const name = "<img src=x onerror=alert(1)> ਜਸਲੀਨ \u202Eevil";
  const parameters = { "<b>": { deep: [name, null, 1] }, long: "x".repeat(3000) };
  await add(api, [event(id, 1, { description: name, parameters })]);
  await page.goto(address(id));
  await page.getByRole("button", { name: /^Details of patient.view/ }).click();
  await expect(page.getByRole("term").filter({ hasText: "<b>" })).toBeVisible();
  await expect(page.locator("img[src=x]")).toHaveCount(0);
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow).toBe(0);
});

for (const tab of ["audit-trail-summary", "list-audit-trail"]) {
  test(`${tab} fits a phone in the dark in Punjabi`, async ({ page, api, startSignedIn, accessible }) => {
    await startSignedIn("customer_care");
    const { id } = await api.hospital("Pocket Hospital");
    await add(api, [event(id, 1, { parameters: { format: "pdf" } }), event(id, 2, { event_status: "FAILED" })]);
    await page.addInitScript(() => localStorage.setItem("current_language", "pb"));
    await page.emulateMedia({ colorScheme: "dark" });
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto(`/clinics-details/${id}/${tab}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await waitUntilIdle(page);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await accessible();
  });
}

test("change is one sentence with its values and raw data on request", async ({
  page,
  api,
  startSignedIn,
  accessible,
}) => {
  await startSignedIn("customer_care");
  const { id } = await api.hospital("Told Hospital");
  await api.put(`/admin/clinics/${id}`, { clinic_details: { id, beds_count: 12 } });
  await page.goto(`${address(id)}?event_keys=clinic.update`);
  const row = rows(page).first();
  await expect(row).toContainText(/changed the details: Beds - → 12/);
  await row.getByRole("button", { name: /^Details of clinic.update/ }).click();
  const beds = page.getByRole("term").filter({ hasText: "Beds" }).locator("xpath=following-sibling::dd");
  await expect(beds).toHaveText(["Before: -", "After: 12"]);
  await expect(page.getByRole("term").filter({ hasText: "User agent" })).toBeHidden();
  await page.getByText("Raw data").click();
  await expect(page.getByRole("term").filter({ hasText: "User agent" })).toBeVisible();
  await accessible();
});

test("every figure of the summary opens its events", async ({ page, api, startSignedIn }) => {
  await startSignedIn("customer_care");
  const { id } = await api.hospital("Tallied Hospital");
  await page.goto(`/clinics-details/${id}/audit-trail-summary`);
  await page.getByRole("link", { name: /^Successful events: / }).click();
  await expect(page).toHaveURL(/list-audit-trail\?event_status=SUCCESS$/);
  await expect(rows(page).first()).toContainText("hospital.create");
});
