import { expect, test } from "../fixtures";
import { respond } from "../support/responses";

const at = "2026-11-20T09:31:07Z";
const data = [
  { kind: "trail_gone_back", at: null, who: null, number: null },
  { kind: "bulk_reads", at, who: "Harpreet Kaur", number: 2010 },
];

test("super admin sees and hides an alarm in the chosen language", async ({ page, startSignedIn, accessible }) => {
  await page.route("**/api/careops/alarms", (route) =>
    respond(route, "get", "/careops/alarms", { success: true, data }),
  );
  await startSignedIn("super_admin");
  await page.goto("/clinics");
  const banner = page.getByRole("region", { name: "Needs attention" });
  await expect(banner).toContainText("The audit trail does not match its last seal");
  await expect(banner).toContainText("Harpreet Kaur viewed 2,010 people's records within an hour (20-11-2026 3:01 PM)");
  await accessible();
  await page.getByRole("combobox", { name: "Language" }).selectOption("pb");
  await page.getByRole("button", { name: "ਕੁਝ ਨਵਾਂ ਹੋਣ ਤੱਕ ਲੁਕਾਓ" }).click();
  await expect(page.getByText("careops audit verify")).toHaveCount(0);
});

test("healthy installation shows no alarm and other accounts request none", async ({ page, startSignedIn }) => {
  const requests: string[] = [];
  page.on("request", (request) => request.url().includes("/careops/alarms") && requests.push(request.url()));
  await startSignedIn("billing_admin");
  // Requests that wait for the first screen have started by then.
  const later = page.waitForResponse("**/api/careops/whats_new");
  await page.goto("/clinics");
  await later;
  await expect(page.getByRole("table")).toBeVisible();
  expect(requests).toEqual([]);
  await page.evaluate(() => localStorage.setItem("account_type", "billing_admin"));
  await expect(page.getByRole("region", { name: "Needs attention" })).toHaveCount(0);
});
