import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { colleague } from "../support/colleague";
import { discardChanges, signOut } from "../support/screens";

/** The colleagues whom the header of a record names. */
const hereNow = (page: Page) => page.getByRole("status").filter({ hasText: "Here now" });

test.beforeEach(({ startSignedIn }) => startSignedIn());

test("colleagues on one clinic see who edits it", async ({ page, api, browser, baseURL, accessible }) => {
  const hospital = await api.hospital("Shared Hospital");
  const address = `/clinics-details/${hospital.id}/basic-details`;
  await page.goto(address);
  const header = page.getByRole("region", { name: hospital.name });
  await expect(header).toBeVisible();
  const other = await colleague(browser, baseURL);
  await other.page.goto(address);
  await expect(hereNow(page)).toHaveText("Here now: Arjun Pillai");
  await expect(hereNow(other.page)).toHaveText("Here now: Gurleen Kaur Brar");
  await accessible();

  await other.page.getByRole("button", { name: "Edit address" }).focus();
  await other.page.keyboard.press("Enter");
  await other.page.getByRole("dialog").getByLabel("Beds").fill("40");
  await expect(hereNow(page)).toHaveText("Here now: Arjun Pillai (editing)");
  await accessible();
  await other.page.keyboard.press("Escape");
  await discardChanges(other.page);
  await expect(hereNow(page)).toHaveText("Here now: Arjun Pillai");

  await other.page.goto("/clinics");
  await expect(hereNow(page)).toHaveCount(0);
  await other.close();
});

test("the names fit a phone and move nothing", async ({ page, api, browser, baseURL, accessible }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const hospital = await api.hospital("Small Screen Hospital");
  const address = `/clinics-details/${hospital.id}/basic-details`;
  await page.goto(address);
  const tabs = page.getByRole("navigation", { name: "Sections" });
  await expect(page.getByRole("button", { name: "Edit address" })).toBeVisible();
  const other = await colleague(browser, baseURL);
  await other.page.goto(address);
  await expect(hereNow(page)).toBeVisible();
  await accessible();
  const beside = await tabs.boundingBox();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await signOut(other.page);
  await expect(hereNow(page)).toHaveCount(0);
  await expect.poll(() => tabs.boundingBox()).toEqual(beside);
  await other.close();
});
