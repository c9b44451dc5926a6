import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { waitForList, waitUntilIdle } from "../support/screens";

const width = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).borderTopWidth);

test("fields have borders and open items are visible in the colours of the system", async ({
  page,
  api,
  startSignedIn,
  accessible,
}) => {
  const hospital = await api.hospital("Contrast Hospital");
  await page.emulateMedia({ forcedColors: "active" });
  await startSignedIn();
  await page.goto("/clinics");
  await waitForList(page);
  for (const field of ["main input[type=search]", "main select", "main .bp6-control-indicator"])
    await expect.poll(() => width(page, field), field).toBe("1px");
  await page.goto(`/clinics-details/${hospital.id}/audit-trail-summary`);
  const tabs = page.getByRole("navigation", { name: "Sections" }).getByRole("link");
  await expect(page.getByText("100.0%")).toBeVisible();
  const grounds = () =>
    tabs.evaluateAll((all) => new Set(all.map((tab) => getComputedStyle(tab).backgroundColor)).size);
  await expect.poll(grounds).toBe(2);
  await accessible();
});

test("printed clinic has its texts on white and no buttons", async ({ page, api, startSignedIn }) => {
  const hospital = await api.hospital("Paper Hospital");
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.setViewportSize({ width: 700, height: 1000 });
  await startSignedIn();
  for (const tab of ["basic-details", "payments", "audit-trail-summary"]) {
    await page.goto(`/clinics-details/${hospital.id}/${tab}`);
    await expect(page.getByRole("region", { name: hospital.name })).toBeVisible();
    await waitUntilIdle(page);
    await expect(page.getByRole("banner").getByRole("link")).toHaveCount(0);
    await expect(page.getByRole("button"), tab).toHaveCount(0);
    await expect(page.getByRole("navigation"), tab).toHaveCount(0);
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(overflow, tab).toBeLessThanOrEqual(0);
    await expect(page.locator("html")).toHaveCSS("--co-surface", "#fff");
  }
});

test("filters are folded and the main action is reachable on a phone", async ({ page, startSignedIn, accessible }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await startSignedIn();
  await page.goto("/clinics?bank_details=true");
  await waitForList(page);
  const state = page.getByRole("combobox", { name: "State" });
  const fold = page.getByRole("button", { name: "Filters (1)" });
  await expect(state).toBeHidden();
  await expect(fold).toHaveAttribute("aria-expanded", "false");
  await fold.click();
  await expect(state).toBeVisible();
  await accessible();
  await fold.click();
  await page.getByRole("row").last().scrollIntoViewIfNeeded();
  const add = page.getByRole("button", { name: "Add" });
  await expect(add).toBeInViewport();
  await add.click();
  await expect(page.getByRole("menuitem", { name: "Hospital" })).toBeInViewport();
});
