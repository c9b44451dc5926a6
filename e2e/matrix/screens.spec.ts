import { type AccountType, expect, phones, test } from "../fixtures";
import { access, languages } from "../support/contract";
import { expectLoaded, navigateTo, notFoundHeading, resolveAddresses, unknownPath } from "../support/crawl";

/**
 * Every screen and tab in every language and both themes: no axe violations and no errors. The console loads once per
 * language and navigates without reloads. Each screen then switches to the other theme in place, because only colours
 * differ.
 */
for (const language of languages) {
  test.describe(language, () => {
    // Without transitions the theme switches at once; half-way colours would be false violations.
    test.use({ colorScheme: "light", contextOptions: { reducedMotion: "reduce" } });
    test.beforeEach(({ page }) =>
      page.addInitScript((code) => localStorage.setItem("current_language", code), language),
    );

    // Proves SEC-37.console.
    test("every screen has no errors or axe violations in light and dark", async ({
      page,
      startSignedIn,
      accessible,
      examples,
    }) => {
      const inBothThemes = async () => {
        await accessible();
        await page.emulateMedia({ colorScheme: "dark" });
        await expect(page.locator("html")).toHaveClass(/bp6-dark/);
        await accessible({ only: ["color-contrast", "link-in-text-block"] });
        await page.emulateMedia({ colorScheme: "light" });
        await expect(page.locator("html")).not.toHaveClass(/bp6-dark/);
      };
      await page.goto("/");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await inBothThemes();
      await startSignedIn();
      const addresses = await resolveAddresses(examples);
      test.setTimeout(60_000 + 10_000 * addresses.length);
      await page.goto(unknownPath);
      await expect(notFoundHeading(page)).toBeVisible();
      for (const { address } of addresses)
        await test.step(address, async () => {
          await navigateTo(page, address);
          await expectLoaded(page);
          await inBothThemes();
        });
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
