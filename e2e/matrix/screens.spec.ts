import { type AccountType, expect, phones, test } from "../fixtures";
import { access, languages } from "../support/contract";
import { expectLoaded, navigateTo, notFoundHeading, resolveAddresses, unknownPath } from "../support/crawl";
import { findCutCells } from "../support/tables";

/**
 * Every screen and tab in every language: no axe violations and no errors. The console loads once per language and
 * navigates without reloads. English is checked in both themes; the other languages share them, because contrast does
 * not depend on the text. A screen switches to the other theme in place, because only colours differ. At 1280 px the
 * headings and cells of tables are complete.
 */
const themes: Record<string, readonly ("light" | "dark")[]> = { en: ["light", "dark"], hi: ["light"], pb: ["dark"] };
for (const language of languages) {
  const [first = "light", second] = themes[language] ?? [];
  test.describe(language, () => {
    test.use({ colorScheme: first, viewport: { width: 1280, height: 820 } });
    test.beforeEach(({ page }) =>
      page.addInitScript((code) => localStorage.setItem("current_language", code), language),
    );

    // Proves SEC-37.console.
    test("every screen has no errors, axe violations or cut headings", async ({
      page,
      startSignedIn,
      accessible,
      examples,
    }) => {
      async function switchTo(theme: "light" | "dark") {
        await page.emulateMedia({ colorScheme: theme });
        const root = expect(page.locator("html"));
        await (theme === "dark" ? root : root.not).toHaveClass(/bp6-dark/);
      }
      async function expectAccessible() {
        await accessible();
        if (!second) return;
        await switchTo(second);
        await accessible({ only: ["color-contrast", "link-in-text-block"] });
        await switchTo(first);
      }
      await page.goto("/");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectAccessible();
      await startSignedIn();
      const addresses = await resolveAddresses(examples);
      test.setTimeout(60_000 + 10_000 * addresses.length);
      await page.goto(unknownPath);
      await expect(notFoundHeading(page)).toBeVisible();
      const cut: string[] = [];
      for (const { address } of addresses)
        await test.step(address, async () => {
          await navigateTo(page, address);
          await expectLoaded(page);
          const cells = await page.evaluate(findCutCells);
          cut.push(...cells.map((cell) => `${address}: ${cell}`));
          await expectAccessible();
        });
      expect(cut).toEqual([]);
    });
  });
}

/**
 * Every account type on every screen: allowed, or not found without a call. A super admin loads each address, and so
 * do other accounts for forbidden screens. Allowed screens are reached by navigation.
 */
for (const accountType of Object.keys(phones) as AccountType[]) {
  // Proves SEC-23.screen, SEC-23.calls.
  test(`every screen is shown or not found as ${accountType}`, async ({ page, startSignedIn, examples }) => {
    await startSignedIn(accountType);
    const requests: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/")) requests.push(request.url());
    });
    const addresses = await resolveAddresses(examples);
    test.setTimeout(60_000 + 6_000 * addresses.length);
    await page.goto(unknownPath);
    await expect(notFoundHeading(page)).toBeVisible();
    for (const { address, needed } of addresses)
      await test.step(address, async () => {
        requests.length = 0;
        const mayBeThere = (access[needed] as readonly string[]).includes(accountType);
        if (mayBeThere && accountType !== "super_admin") await navigateTo(page, address);
        else await page.goto(address);
        if (mayBeThere) {
          await expectLoaded(page);
          await expect(notFoundHeading(page)).toHaveCount(0);
        } else {
          await expect(page.getByText("404 Error - Page not found")).toBeVisible();
          expect(requests).toEqual([]);
        }
      });
  });
}

/** Screens that the specification forbids for an account type are not found, even before they exist. */
const restricted = {
  "/demo": ["super_admin"],
  "/web-upgrade": ["super_admin"],
  "/users": ["super_admin", "billing_admin"],
  "/users-details/1": ["super_admin", "billing_admin"],
  "/promo-code": ["super_admin", "billing_admin"],
  "/release-notes": ["super_admin", "billing_admin"],
};
for (const accountType of Object.keys(phones) as AccountType[]) {
  // Proves SEC-23.screen.
  test(`${accountType} does not reach forbidden screens`, async ({ page, startSignedIn }) => {
    await startSignedIn(accountType);
    for (const [path, allowed] of Object.entries(restricted)) {
      if (allowed.includes(accountType)) continue;
      await page.goto(path);
      await expect(page.getByText("404 Error - Page not found")).toBeVisible();
    }
  });
}
