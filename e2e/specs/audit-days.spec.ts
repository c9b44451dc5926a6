import type { Page } from "@playwright/test";
import { addDays, daysOf, formatDay, today } from "@/lib/time/dates";
import { expect, test } from "../fixtures";
import { waitUntilIdle } from "../support/screens";

test.beforeEach(async ({ startSignedIn }) => startSignedIn("billing_admin"));

/** Record the two days of each call that the tab makes. */
function listen(page: Page, call: string) {
  const ranges: { start: string; end: string }[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (!pathname.endsWith(call)) return;
    ranges.push({ start: searchParams.get("start_date") ?? "", end: searchParams.get("end_date") ?? "" });
  });
  return ranges;
}
const quick = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const field = (page: Page, name: "From" | "To") => page.getByRole("textbox", { name });
const alert = (page: Page) => page.getByRole("main").getByRole("alert");
async function open(page: Page, id: number, tab: string) {
  await page.goto(`/clinics-details/${id}/${tab}`);
  await expect(field(page, "From")).toBeVisible();
  await waitUntilIdle(page);
}

const tabs = [
  { tab: "audit-trail-summary", call: "/audit_trails/summary" },
  { tab: "list-audit-trail", call: "/admin/audit_trails" },
];
for (const { tab, call } of tabs) {
  test(`${tab}: quick ranges and up to 90 days can be chosen`, async ({ page, api }) => {
    const { id } = await api.hospital("Ranged Hospital");
    const ranges = listen(page, call);
    await open(page, id, tab);
    await expect(quick(page, "30 days")).toHaveAttribute("aria-pressed", "true");
    await expect.poll(() => ranges).toHaveLength(1);
    const end = ranges[0]?.end ?? "";
    expect([today(), addDays(today(), -1)]).toContain(end);
    await expect.poll(() => ranges).toEqual([{ start: addDays(end, -29), end }]);

    await field(page, "From").fill(formatDay(addDays(end, -89)));
    await expect.poll(() => ranges.at(-1)).toEqual({ start: addDays(end, -89), end });
    await expect(quick(page, "90 days")).toHaveAttribute("aria-pressed", "true");
    for (const [name, days] of [
      ["7 days", 7],
      ["Today", 1],
    ] as const) {
      await quick(page, name).click();
      await expect(quick(page, name)).toHaveAttribute("aria-pressed", "true");
      await expect.poll(() => ranges.at(-1)).toEqual({ start: addDays(end, 1 - days), end });
      await expect(page).toHaveURL(new RegExp(`start_date=${addDays(end, 1 - days)}&end_date=${end}`));
    }
    await quick(page, "30 days").click();
    await expect(page).toHaveURL(new RegExp(`/${tab}$`));
  });

  test(`${tab}: invalid days are reported and not requested`, async ({ page, api, accessible }) => {
    const { id } = await api.hospital("Ruled Hospital");
    const ranges = listen(page, call);
    await open(page, id, tab);
    const { start, end } = ranges[0] ?? { start: "", end: "" };
    const before = ranges.length;

    await field(page, "From").fill(formatDay(addDays(end, -90)));
    await expect(alert(page)).toHaveText("Date range cannot exceed 90 days");
    await accessible();
    await field(page, "To").fill(formatDay(addDays(end, 1)));
    await expect(alert(page)).toHaveText("End date cannot be in the future");
    await field(page, "To").fill(formatDay(addDays(end, -91)));
    await expect(alert(page)).toHaveText("Start date cannot be after end date");
    await field(page, "To").fill("31-02-2026");
    await field(page, "To").press("Enter");
    await expect(page.getByText("Enter a date as DD-MM-YYYY")).toBeVisible();
    expect(ranges.slice(before)).toEqual([]);

    await quick(page, "7 days").click();
    await expect(alert(page)).toHaveCount(0);
    await expect(field(page, "To")).toHaveValue(formatDay(end));
    await expect.poll(() => ranges.at(-1)).toEqual({ start: addDays(end, -6), end });
    expect(daysOf(start, end)).toBe(30);
  });

  test(`${tab}: link with 91 days is reported and not requested`, async ({ page, api }) => {
    const { id } = await api.hospital("Linked Hospital");
    const ranges = listen(page, call);
    await page.goto(`/clinics-details/${id}/${tab}?start_date=2026-01-01&end_date=2026-04-01`);
    await expect(alert(page)).toHaveText("Date range cannot exceed 90 days");
    expect(daysOf("2026-01-01", "2026-04-01")).toBe(91);
    expect(ranges).toEqual([]);
  });

  // Proves FAULT-41.screens.
  test(`${tab}: today ends at midnight in India`, async ({ page, api }) => {
    const { id } = await api.hospital("Late Hospital");
    const hour = 3_600_000;
    const midnight = Math.floor((Date.now() - 18.5 * hour) / (24 * hour)) * 24 * hour + 18.5 * hour;
    let now = midnight - 1000;
    // The server's clock counts; every answer carries its time.
    await page.route("**/api/**", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), date: new Date(now).toUTCString() } });
    });
    await page.clock.setFixedTime(now);
    const ranges = listen(page, call);
    await open(page, id, tab);
    const last = today(new Date(now));
    await quick(page, "Today").click();
    await expect.poll(() => ranges.at(-1)).toEqual({ start: last, end: last });
    await waitUntilIdle(page);
    const before = ranges.length;
    await field(page, "To").fill(formatDay(addDays(last, 1)));
    await expect(alert(page)).toHaveText("End date cannot be in the future");
    expect(ranges.slice(before)).toEqual([]);

    now = midnight;
    await page.clock.setFixedTime(now);
    await quick(page, "Today").click();
    const next = addDays(last, 1);
    await expect.poll(() => ranges.at(-1)).toEqual({ start: next, end: next });
    await expect(page.getByText(/^Failed to fetch/)).toHaveCount(0);
  });
}

test("both days are picked in one calendar, by keys", async ({ page, api, accessible }) => {
  const { id } = await api.hospital("Calendar Hospital");
  const ranges = listen(page, "/audit_trails/summary");
  await open(page, id, "audit-trail-summary");
  const start = ranges[0]?.start ?? "";
  const day = (iso: string) => page.locator(`td[data-day="${iso}"]`).getByRole("button");
  const opener = page.getByRole("button", { name: "Choose From from the calendar" });
  await opener.press("Enter");
  await expect(day(start)).toBeFocused();
  await accessible();
  await day(start).press("Enter");
  await expect(page.getByText("Choose the end date, up to 90 days")).toBeVisible();
  await day(start).press("ArrowDown");
  await expect(day(addDays(start, 7))).toBeFocused();
  await day(addDays(start, 7)).press("Enter");
  await expect.poll(() => ranges.at(-1)).toEqual({ start, end: addDays(start, 7) });
  await expect(opener).toBeFocused();
});
