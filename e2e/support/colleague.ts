import type { Browser } from "@playwright/test";
import { expect, phones } from "../fixtures";
import { type AccountType, demoPassword } from "../fixtures/api";

/** Another member of staff in another browser. */
export async function colleague(
  browser: Browser,
  baseURL: string | undefined,
  accountType: AccountType = "customer_care",
) {
  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  const page = await context.newPage();
  await page.goto("/");
  await page.getByLabel("Phone number").fill(phones[accountType]);
  await page.getByLabel("Password", { exact: true }).fill(demoPassword);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Clinics" })).toBeVisible();
  return { page, close: () => context.close() };
}
