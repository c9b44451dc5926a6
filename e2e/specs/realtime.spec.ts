import type { BrowserContext, Page } from "@playwright/test";
import { expect, phones, test } from "../fixtures";
import { demoPassword } from "../fixtures/api";
import { waitForSubscription } from "../support/screens";

test.beforeEach(async ({ startSignedIn }) => startSignedIn());

const text = "A new version of the product is available";
const offer = (page: Page) => page.getByRole("region", { name: text });
async function open(page: Page, address: string) {
  const ready = waitForSubscription(page);
  await page.goto(address);
  await ready;
}

/** Another member of staff in another browser. */
async function colleague(context: BrowserContext) {
  const page = await context.newPage();
  await page.goto("/");
  await page.getByLabel("Phone number").fill(phones.customer_care);
  await page.getByLabel("Password", { exact: true }).fill(demoPassword);
  const ready = waitForSubscription(page);
  await page.getByRole("button", { name: "Sign in" }).click();
  await ready;
  return page;
}

async function sendUpgrade(page: Page) {
  await page.getByRole("combobox", { name: "App" }).selectOption({ label: "This console (admin)" });
  await page.getByRole("button", { name: "Send web upgrade" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("device");
  await question.getByRole("button", { name: "Send" }).click();
}

test("new version is offered in every console and keeps unfinished forms", async ({
  page,
  browser,
  baseURL,
  accessible,
}) => {
  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  const other = await colleague(context);
  await other.getByRole("button", { name: "Add" }).click();
  await other.getByRole("menuitem", { name: "Hospital" }).click();
  const form = other.getByRole("dialog", { name: "Add Hospital" });
  await form.getByLabel("Name").fill("Half filled");
  await open(page, "/web-upgrade");
  await sendUpgrade(page);

  for (const each of [page, other]) {
    await expect(offer(each)).toContainText(text);
    await expect(offer(each)).toContainText("Refresh to get the latest version");
  }
  await accessible();
  await offer(other).getByRole("button", { name: "Later" }).click();
  await expect(offer(other)).toBeHidden();
  await expect(form.getByLabel("Name")).toHaveValue("Half filled");

  const reloaded = page.waitForEvent("load");
  await offer(page).getByRole("button", { name: "Refresh" }).click();
  await reloaded;
  await expect(page.getByRole("heading", { level: 1, name: "Web Upgrade" })).toBeVisible();
  await expect(offer(page)).toBeHidden();
  await context.close();
});
