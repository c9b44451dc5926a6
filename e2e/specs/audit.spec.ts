import { expect, test } from "../fixtures";
import { settled } from "../support/screens";

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

test("the summary in figures, bars and words", async ({ page, api, accessible }) => {
  const hospital = await api.hospital("Audited Hospital");
  await page.route("**/audit_trails/summary?**", (route) => route.fulfill({ json: { success: true, data: summary } }));
  await page.goto(address(hospital.id));
  const tile = (name: string) =>
    page.getByRole("term").filter({ hasText: name }).locator("xpath=following-sibling::dd");
  await expect(tile("Total events")).toHaveText("18,432");
  await expect(tile("Success rate")).toHaveText("97.7%");
  await expect(tile("Successful events")).toHaveText("18,011");
  await expect(tile("Failed events")).toHaveText("421");
  await expect(tile("Failed logins")).toHaveText("96");
  await expect(tile("Patient exports")).toHaveText("37");
  await expect(tile("Daily average")).toHaveText("614.4");
  const panel = (name: string) => page.locator("section").filter({ has: page.getByRole("heading", { name }) });
  const events = panel("Top event types").getByRole("listitem");
  await expect(events).toHaveCount(10);
  await expect(events.first()).toHaveText("event.11111");
  await expect(panel("Top users").getByRole("listitem")).toHaveText(["Dr Anita Sethi2,210", "Ravi Malhotra1,530"]);
  await expect(page.getByRole("img", { name: "Busiest hours: 10:00 708, 09:00 550" })).toBeVisible();
  await page.getByText("All hours in figures").click();
  await expect(panel("Busiest hours").getByRole("listitem")).toHaveText(["10:00708", "09:00550"]);
  await expect(page.getByText("21-10-2026 to 19-11-2026, generated 20 Nov 2026, 3:00 PM")).toBeVisible();
  await accessible();
  await page.emulateMedia({ colorScheme: "dark" });
  await accessible();
});

test("days are chosen within the rules, else no call is made", async ({ page, api }) => {
  const hospital = await api.hospital("Ranged Hospital");
  const asked: URL[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/audit_trails/summary")) asked.push(new URL(request.url()));
  });
  await page.goto(address(hospital.id));
  await settled(page);
  await expect(page.getByRole("button", { name: "30 days" })).toHaveAttribute("aria-pressed", "true");
  expect(daysOf(asked[0]!)).toBe(30);
  expect(asked[0]!.searchParams.get("clinic_id")).toBe(String(hospital.id));

  await page.getByRole("button", { name: "90 days" }).click();
  await expect(page).toHaveURL(/start_date=/);
  await settled(page);
  expect(daysOf(asked.at(-1)!)).toBe(90);
  await page.getByRole("button", { name: "Today" }).click();
  await settled(page);
  expect(daysOf(asked.at(-1)!)).toBe(1);

  const before = asked.length;
  const from = page.getByRole("textbox", { name: "From" });
  const to = page.getByRole("textbox", { name: "To" });
  await from.fill("01-01-2026");
  await expect(page.getByText("Date range cannot exceed 90 days")).toBeVisible();
  await to.fill("31-12-2025");
  await expect(page.getByText("Start date cannot be after end date")).toBeVisible();
  await to.fill("31-12-2099");
  await expect(page.getByText("End date cannot be in the future")).toBeVisible();
  expect(asked.length).toBe(before);
  await page.getByRole("button", { name: "30 days" }).click();
  await expect(page).toHaveURL(new RegExp(`${address(hospital.id)}$`));
  await expect(page.getByText("hospital.create")).toBeVisible();
});

test("days without any event say so", async ({ page, api }) => {
  const hospital = await api.hospital("Quiet Hospital");
  await page.goto(address(hospital.id, "?start_date=2026-01-01&end_date=2026-01-31"));
  await expect(page.getByText("0.0%")).toBeVisible();
  await expect(page.getByText("No events on these days")).toHaveCount(3);
});

test("a summary that does not come says so and can be asked for again", async ({ page, api, accessible }) => {
  const hospital = await api.hospital("Unheard Hospital");
  await page.route("**/audit_trails/summary?**", (route) =>
    route.fulfill({ status: 500, json: { success: false, errors: [] } }),
  );
  await page.goto(address(hospital.id));
  await expect(page.getByRole("alert").getByText("Failed to fetch audit trail summary")).toBeVisible();
  await accessible();
  await page.unroute("**/audit_trails/summary?**");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("100.0%")).toBeVisible();
});

function daysOf({ searchParams }: URL) {
  const at = (name: string) => Date.parse(searchParams.get(name) ?? "");
  return (at("end_date") - at("start_date")) / 86_400_000 + 1;
}
