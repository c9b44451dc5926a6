import { expect, type Page } from "@playwright/test";

/** The clinics table's row of a clinic. */
export const rowOf = (page: Page, clinic: string) => page.getByRole("row").filter({ hasText: clinic });

/** Looks a clinic up by the search box and waits for its row. */
export async function find(page: Page, clinic: string, term = clinic) {
  const box = page.getByRole("searchbox");
  await box.fill(term);
  await box.press("Enter");
  await expect(rowOf(page, clinic)).toBeVisible();
}

/** Picks a module in a clinic's row. */
export async function pick(page: Page, clinic: string, module: string) {
  await rowOf(page, clinic).getByRole("combobox").selectOption({ label: module });
}

const notices = (page: Page) => page.getByRole("region", { name: "Notifications" });
/** A notification on screen. */
export const notice = (page: Page, text: string) => notices(page).getByText(text, { exact: true });
/** Closes the first notification. */
export const dismissed = (page: Page) => notices(page).getByRole("button", { name: "Dismiss" }).first().click();

/** Waits until nothing on screen is loading. */
export const settled = (page: Page) => expect(page.locator("[aria-busy=true]")).toHaveCount(0);

/** The clinics list with its rows: signed in, and answered. */
export const listed = (page: Page) => expect(page.getByRole("row").nth(1).getByRole("link")).toBeVisible();

export async function signOut(page: Page) {
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
}
