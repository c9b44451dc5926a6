import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { rows, waitForList, waitUntilIdle } from "../support/screens";

const sheet = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" });

test("clinic is found, opened and left without the mouse", async ({ page, startSignedIn }) => {
  await startSignedIn();
  await page.goto("/clinics");
  await waitForList(page);
  await waitUntilIdle(page);
  await page.keyboard.press("]");
  await expect(page).toHaveURL("/clinics?page=2");
  await expect(page.getByRole("region", { name: "Clinics" })).toBeFocused();
  await waitUntilIdle(page);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  const second = rows(page).nth(1);
  await expect(second).toBeFocused();
  const name = (await second.getByRole("link").textContent()) ?? "";
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/clinics-details\/\d+\/basic-details$/);
  await expect(page.getByRole("heading", { name, exact: true }).or(page.getByText(name)).first()).toBeVisible();
  await page.keyboard.press("g");
  await expect(page.getByText("Go to: press the letter of a screen, or Esc to cancel")).toBeVisible();
  await page.keyboard.press("d");
  await expect(page).toHaveURL("/doctors");
  await expect(page.getByText("Go to: press the letter of a screen, or Esc to cancel")).toBeHidden();
});

test("sheet lists every key and screen of the account in the chosen language", async ({
  page,
  startSignedIn,
  accessible,
}) => {
  await startSignedIn("customer_care");
  await page.goto("/clinics");
  await waitForList(page);
  await page.keyboard.press("?");
  const goTo = sheet(page).getByRole("region", { name: "Go to" });
  await expect(goTo.getByRole("definition").filter({ hasText: "Clinics" })).toBeVisible();
  await expect(goTo.getByRole("definition").filter({ hasText: "Release Notes" })).toHaveCount(0);
  await accessible();
  await page.keyboard.press("Escape");
  await expect(sheet(page)).toBeHidden();
  await page.keyboard.press("g");
  await page.keyboard.press("e");
  await expect(page).toHaveURL("/clinics");
});

test("keys are letters in fields and open dialogs", async ({ page, startSignedIn }) => {
  await startSignedIn();
  await page.goto("/clinics");
  await waitForList(page);
  const search = page.getByRole("searchbox");
  await search.pressSequentially("g?]");
  await expect(search).toHaveValue("g?]");
  await expect(sheet(page)).toHaveCount(0);
  await search.fill("");
  await page.getByRole("heading", { level: 1 }).focus();
  await page.keyboard.press("?");
  await expect(sheet(page)).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await expect(page).toHaveURL("/clinics");
});

test("single-key shortcuts can be switched off permanently", async ({ page, startSignedIn }) => {
  await startSignedIn();
  await page.goto("/clinics");
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).click();
  await sheet(page).getByRole("switch", { name: "Single-key shortcuts" }).click();
  await expect(sheet(page).getByRole("switch", { name: "Single-key shortcuts" })).not.toBeChecked();
  await page.reload();
  await waitForList(page);
  await page.keyboard.press("?");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await expect(page.getByRole("dialog", { name: "Search" })).toBeVisible();
});

test("menu is used by keys alone when opened again at once", async ({ page, startSignedIn }) => {
  await startSignedIn("super_admin");
  await page.goto("/clinics");
  const entries = page.getByRole("menuitem");
  await page.getByRole("button", { name: "Account menu" }).click();
  await expect(entries.first()).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await expect(entries.first()).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  // Hold the key down until everything it triggered is rendered.
  await page.keyboard.down("Enter");
  await expect(page.getByRole("button", { name: "Account menu", expanded: true })).toBeVisible();
  await page.keyboard.up("Enter");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expect(entries).toHaveCount(0);
});
