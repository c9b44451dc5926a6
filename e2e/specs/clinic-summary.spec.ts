import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { holdRequests } from "../support/responses";
import { rows, searchClinic, waitForList, waitUntilIdle } from "../support/screens";

const figure = (page: Page, name: string) =>
  page.getByRole("term").filter({ hasText: name }).locator("xpath=following-sibling::dd");

test("figures of a clinic appear without moving the tabs and follow its changes", async ({
  page,
  api,
  startSignedIn,
  accessible,
}) => {
  const { id } = await api.hospital("Summary Hospital");
  await startSignedIn("customer_care");
  const release = await holdRequests(page, `**/api/careops/clinics/${id}/summary`);
  await page.goto(`/clinics-details/${id}/locations`);
  const tabs = page.getByRole("navigation", { name: "Sections" });
  await expect(figure(page, "Doctors · staff")).toHaveText("0 · 0");
  await expect(page.getByRole("button", { name: "Follow-up…" })).toBeVisible();
  const before = await tabs.boundingBox();
  release();
  await expect(figure(page, "Modules")).toHaveText(/^\d of 13 on$/);
  await expect.poll(() => tabs.boundingBox()).toEqual(before);
  await expect(figure(page, "Payments, 30 days")).toHaveText("₹0.00");
  await expect(figure(page, "Bank")).toHaveText("Not added");
  await accessible();
  const record = `clinic:${id}`;
  await api.post("/careops/follow_ups", { record, what: "Call", owner_role: "customer_care", due: "2099-01-02" });
  await expect(figure(page, "Open follow-ups")).toHaveText("1due 02-01-2099 was 0");
  await page.setViewportSize({ width: 390, height: 844 });
  await accessible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test("record opened from a list links its neighbours by key across pages", async ({
  page,
  startSignedIn,
  accessible,
}) => {
  await startSignedIn("customer_care");
  await page.goto("/clinics?page=2");
  await waitForList(page);
  await waitUntilIdle(page);
  const [first, second] = await rows(page).getByRole("link").allTextContents();
  await rows(page).first().getByRole("link").first().click();
  const name = page.getByRole("navigation", { name: "You are here" }).locator("[aria-current]");
  const steps = page.getByRole("navigation", { name: "Records of the list" });
  await expect(name).toHaveText(first!);
  await expect(steps).toContainText(/^11 of /);
  await accessible();
  await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Staff" }).click();
  await page.keyboard.press("]");
  await expect(name).toHaveText(second!);
  await expect(page).toHaveURL(/\/staff$/);
  await page.keyboard.press("[");
  await expect(name).toHaveText(first!);
  await page.keyboard.press("[");
  await expect(steps).toContainText(/^10 of /);
  await page.getByRole("navigation", { name: "You are here" }).getByRole("link").click();
  await expect(page).toHaveURL("/clinics");
});

test("single match and direct address have no neighbours", async ({ page, api, startSignedIn }) => {
  const { id, name, phone_number } = await api.hospital("Single Hospital");
  await startSignedIn("customer_care");
  await page.goto("/clinics");
  await searchClinic(page, name, phone_number);
  await page.getByRole("link", { name }).click();
  await expect(page.getByText("1 of 1", { exact: true })).toBeVisible();
  const next = page.getByRole("button", { name: "This is the last record of the list" });
  await expect(next).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("]");
  await expect(page).toHaveURL(`/clinics-details/${id}/basic-details`);
  await page.goto(`/clinics-details/${id}/basic-details`);
  await expect(figure(page, "Bank")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Records of the list" })).toHaveCount(0);
});
