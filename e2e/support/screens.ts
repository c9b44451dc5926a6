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

/** A notification on screen. */
export const notice = (page: Page, text: string) =>
  page.locator(".bp6-toast").filter({ hasText: text });

/** Waits for the list to have settled on an answer. */
export async function settled(page: Page) {
  await expect(page.getByRole("table")).not.toHaveAttribute("aria-busy", "true");
}
