import type { Page } from "@playwright/test";
import { screens as routes } from "@/app/routes";
import { type Examples, expect } from "../fixtures";

/** Every screen and tab the console has, with a record for each parameter of its address. */
export async function addressesOf({ addressOf }: Examples) {
  const all = routes.flatMap(({ path, access: needed, tabs = [""] }) => tabs.map((tab) => ({ path, needed, tab })));
  return Promise.all(all.map(async ({ path, needed, tab }) => ({ address: await addressOf(path, tab), needed })));
}

export const nowhere = "/nowhere";
export const lost = (page: Page) => page.getByRole("heading", { level: 1, name: /^404 / });

/**
 * Goes to a screen as Back and Forward do, without loading the console anew; that each of them can be loaded by its
 * address is for the super admin to show. The way leads over a page that is none, so that nothing of the screen before
 * is taken for this one.
 */
export async function walk(page: Page, address: string) {
  await turn(page, nowhere);
  await expect(lost(page)).toBeVisible();
  await turn(page, address);
  await expect(lost(page)).toBeHidden();
}

const turn = (page: Page, address: string) =>
  page.evaluate((to) => {
    const at = history.state.idx + 1;
    history.pushState({ idx: at, key: String(at) }, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  }, address);

/** The screen is there, whole, and has nothing to complain about. */
export async function shown(page: Page) {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expect(page.getByRole("alert").filter({ visible: true, hasText: /./ })).toHaveCount(0);
}
