import { statSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";

const content = (page: Page) => page.getByRole("article");
const search = (page: Page) => page.getByRole("searchbox", { name: "Search calls" });
const opened = (page: Page, name: string) => page.getByRole("heading", { level: 2, name, exact: true });

test("a call is found by its field and opened with the keyboard alone", async ({ page, startSignedIn, accessible }) => {
  await startSignedIn("customer_care");
  await page.goto("/clinics");
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "API reference" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "API reference" })).toBeVisible();
  await expect(content(page).getByRole("heading", { name: "Authentication" })).toBeVisible();
  await accessible();

  await page.keyboard.press("/");
  await expect(search(page)).toBeFocused();
  await page.keyboard.type("ifsc_code");
  await expect(page.getByText("Field: ifsc_code").first()).toBeVisible();
  await search(page).fill("readclinic");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("link", { name: /ReadClinicDoctor/ })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(opened(page, "ReadClinic")).toBeVisible();
  await expect(page).toHaveURL(/call=ReadClinic$/);
  await expect(page).toHaveTitle("ReadClinic · API reference · Careops");
  await expect(content(page).getByText("Keys with the scope clinics:read or ReadClinic")).toBeVisible();

  await content(page).getByRole("link", { name: "clinic_not_found" }).click();
  const explained = page.locator("#clinic_not_found");
  await expect(explained).toBeInViewport();
  await expect(explained).toContainText("404");
  await accessible();
});

test("example is copied unchanged", async ({ page, context, startSignedIn }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await startSignedIn();
  await page.goto("/api-reference?call=UpdateCareCity");
  await content(page).getByRole("region", { name: "Terminal" }).getByRole("button", { name: "Copy" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("careops call UpdateCareCity");
  await expect(page.getByRole("region", { name: "Try" })).toBeHidden();
});

test("read is tried with the own session and a refusal is explained", async ({ page, startSignedIn, accessible }) => {
  await startSignedIn("customer_care");
  await page.goto("/api-reference?call=ReadClinic");
  const tried = page.getByRole("region", { name: "Try" });
  await tried.getByRole("button", { name: "Send" }).click();
  await expect(tried.getByText("Please fill in this field")).toBeVisible();
  await expect(tried.getByLabel("id integer")).toBeFocused();

  await tried.getByLabel("id integer").fill("999999999");
  await page.keyboard.press("Enter");
  await expect(tried.getByRole("alert")).toContainText("clinic_not_found");
  await expect(tried.getByRole("status")).toContainText("404");

  await tried.getByLabel("id integer").fill("1");
  await page.keyboard.press("Enter");
  await expect(tried.getByRole("status")).toContainText("200");
  await expect(tried.locator("pre")).toContainText('"success": true');
  await expect(page.getByRole("region", { name: "curl" })).toContainText("/api/admin/clinics/1");
  await accessible();
  const saved = page.waitForEvent("download");
  await tried.getByRole("button", { name: "Download" }).click();
  expect((await saved).suggestedFilename()).toBe("ReadClinic.json");
});

test("a call of another role is described, but cannot be tried", async ({ page, startSignedIn }) => {
  await startSignedIn("customer_care");
  await page.goto("/api-reference?call=ListKeys");
  const reason = "Your account type (Customer care) may not make this call.";
  await expect(content(page).getByText(reason).first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Try" })).toContainText(reason);
  await expect(page.getByRole("region", { name: "Try" }).getByRole("button")).toHaveCount(0);
  await page.goto("/api-reference?call=ListSessions");
  await expect(page.getByRole("region", { name: "Try" }).getByLabel(/^user_id/)).toBeDisabled();
});

test("Ctrl+K opens the reference", async ({ page, startSignedIn }) => {
  await startSignedIn();
  await page.goto("/clinics");
  await expect(page.getByRole("heading", { level: 1, name: "Clinics" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("api refer");
  await page.getByRole("option", { name: /API reference/ }).click();
  await expect(page).toHaveURL(/api-reference$/);
});

test("the page is within 60 KB, and areas are loaded one by one", async ({ page, startSignedIn }) => {
  await startSignedIn();
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto("/clinics");
  await expect(page.getByRole("heading", { level: 1, name: "Clinics" })).toBeVisible();
  // Other parts are fetched after the first screen; on a slow machine this can take until the page below is open.
  const later = ["Alarms", "alarms", "PaletteResults", "palette", "dialogs"];
  const missing = () => later.filter((name) => !loaded.some((path) => path.match(`/${name}-[^/]+\\.js$`)));
  await expect.poll(missing).toEqual([]);
  await page.waitForLoadState("networkidle");
  expect(loaded.filter((path) => /reference|\.json$/i.test(path))).toEqual([]);
  const before = new Set(loaded);
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "API reference" }).click();
  await expect(content(page)).toBeVisible();
  const folder = new URL("../../server/careops_server/static/", import.meta.url).pathname;
  const parts = [...new Set(loaded)].filter((path) => path.startsWith("/assets/") && !before.has(path));
  const size = parts.reduce((sum, path) => sum + statSync(`${folder}${path}.gz`).size, 0);
  expect(size, parts.join("\n")).toBeLessThanOrEqual(60 * 1024);

  await search(page).fill("listclinics");
  await page.keyboard.press("Enter");
  await expect(opened(page, "ListClinics")).toBeVisible();
  const areas = [...new Set(loaded)].filter((path) => path.endsWith(".json")).map((path) => path.split(/[-/]/)[2]);
  expect(areas.sort()).toEqual(["clinics", "error_codes"]);
});

test("a phone shows the list, then the call", async ({ page, startSignedIn, accessible }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await startSignedIn();
  await page.goto("/api-reference");
  await page.getByRole("button", { name: "Care cities" }).click();
  await page.getByRole("link", { name: /ListCareCities/ }).click();
  await expect(opened(page, "ListCareCities")).toBeInViewport();
  await expect(page.getByRole("button", { name: "Care cities" })).toBeHidden();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await accessible();
  await page.getByRole("link", { name: "All calls" }).click();
  await expect(page.getByRole("button", { name: "Care cities" })).toBeVisible();
});
