import type { Page } from "@playwright/test";
import { screens as routes } from "@/app/routes";
import { type Examples, expect } from "../fixtures";

/** Every screen and tab, with a record for each parameter of its address. */
export async function resolveAddresses({ addressOf }: Examples) {
  const all = routes.flatMap(({ path, access: needed, tabs = [""] }) => tabs.map((tab) => ({ path, needed, tab })));
  return Promise.all(all.map(async ({ path, needed, tab }) => ({ address: await addressOf(path, tab), needed })));
}

export const unknownPath = "/nowhere";
export const notFoundHeading = (page: Page) => page.getByRole("heading", { level: 1, name: /^404 / });

/**
 * Navigate within the loaded console like Back and Forward; the super admin's test covers loading each address. The
 * route passes an unknown page, so that the previous screen cannot be mistaken for this one.
 */
export async function navigateTo(page: Page, address: string) {
  await pushPath(page, unknownPath);
  await expect(notFoundHeading(page)).toBeVisible();
  await pushPath(page, address);
  await expect(notFoundHeading(page)).toBeHidden();
}

const pushPath = (page: Page, address: string) =>
  page.evaluate((to) => {
    const at = history.state.idx + 1;
    history.pushState({ idx: at, key: String(at) }, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  }, address);

/** Wait until the screen is complete, and expect no error on it. */
export async function expectLoaded(page: Page) {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expect(page.getByRole("alert").filter({ visible: true, hasText: /./ })).toHaveCount(0);
}
