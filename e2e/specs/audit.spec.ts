import { expect, test } from "../fixtures";
import { failUntilRetry, respond } from "../support/responses";
import { rows } from "../support/screens";

test.beforeEach(async ({ startSignedIn }) => startSignedIn("customer_care"));

const address = (id: number, query = "") => `/clinics-details/${id}/audit-trail-summary${query}`;
const summary = {
  statistics: {
    total_events: 18432,
    successful_events: 18011,
    failed_events: 421,
    failed_logins: 96,
    patient_exports: 37,
    daily_average: 614.4,
  },
  events_by_type: Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`event.${at}`, 100 + at])),
  top_users: { "Ravi Malhotra": 1530, "Dr Anita Sethi": 2210 },
  busiest_hours: { "9": 550, "10": 708 },
  date_range: { start: "2026-10-21", end: "2026-11-19" },
  generated_at: "2026-11-20T09:30:00Z",
};

test("summary has figures, bars and sentences", async ({ page, api, accessible }) => {
  const hospital = await api.hospital("Audited Hospital");
  await page.route("**/audit_trails/summary?**", (route) =>
    respond(route, "get", "/admin/audit_trails/summary", { success: true, data: summary }),
  );
  await page.goto(address(hospital.id));
  const tile = (name: string) =>
    page.getByRole("term").filter({ hasText: name }).locator("xpath=following-sibling::dd");
  await expect(tile("Total events")).toHaveText("18,432");
  await expect(tile("Success rate")).toHaveText("97.7%");
  await expect(tile("Successful events")).toHaveText("18,011");
  await expect(tile("Failed events")).toHaveText("421");
  await expect(tile("Failed logins")).toHaveText("96");
  await expect(tile("Patient exports")).toHaveText("37");
  await expect(tile("Daily average")).toHaveText("614.40");
  const panel = (name: string) => page.locator("section").filter({ has: page.getByRole("heading", { name }) });
  const events = panel("Top event types").getByRole("listitem");
  await expect(events).toHaveCount(10);
  await expect(events.first()).toHaveText("event.11111");
  await expect(panel("Top users").getByRole("listitem")).toHaveText(["Dr Anita Sethi2,210", "Ravi Malhotra1,530"]);
  await expect(page.getByRole("img", { name: "Busiest hours: 10:00 708, 09:00 550" })).toBeVisible();
  await page.getByText("Events by hour").click();
  await expect(panel("Busiest hours").getByRole("listitem")).toHaveText(["09:00550", "10:00708"]);
  await expect(page.getByText("21-10-2026 to 19-11-2026, generated 20 Nov 2026, 3:00 PM")).toBeVisible();
  await accessible();
  await page.emulateMedia({ colorScheme: "dark" });
  await accessible();
});

test("days without events have an empty summary", async ({ page, api }) => {
  const hospital = await api.hospital("Quiet Hospital");
  await page.goto(address(hospital.id, "?start_date=2026-01-01&end_date=2026-01-31"));
  await expect(page.getByText("0.0%")).toBeVisible();
  await expect(page.getByText("No events in this period")).toHaveCount(3);
});

test("failed summary is reported and can be retried", async ({ page, api, accessible }) => {
  const hospital = await api.hospital("Unheard Hospital");
  await failUntilRetry(page, "**/audit_trails/summary?**");
  await page.goto(address(hospital.id));
  await expect(page.getByRole("alert").getByText("Failed to fetch audit trail summary")).toBeVisible();
  await accessible();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("100.0%")).toBeVisible();
});

test("event type links to its events of the same days", async ({ page, api }) => {
  const hospital = await api.hospital("Traced Hospital");
  await page.goto(address(hospital.id));
  await page.getByRole("button", { name: "7 days" }).click();
  await page.getByRole("link", { name: "hospital.create" }).click();
  await expect(page).toHaveURL(/list-audit-trail\?start_date=.*&end_date=.*&event_keys=hospital.create$/);
  await expect(page.getByRole("button", { name: "7 days" })).toHaveAttribute("aria-pressed", "true");
  await expect(rows(page)).toHaveCount(1);
});
