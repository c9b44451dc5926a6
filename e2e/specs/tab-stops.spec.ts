import { expect, test } from "../fixtures";
import { rows, waitUntilIdle } from "../support/screens";

/** Lists of the demo data that have rows. */
const lists = [
  "/clinics",
  "/settings/users/doctors",
  "/users",
  "/payments",
  "/follow-ups?scope=all",
  "/mentions",
  "/referrals",
  "/change-requests",
  "/news-feed",
  "/weekly-news",
  "/weekly-status",
  "/analytics",
  "/saved_articles",
  "/ad-campaigns",
  "/campaign-leads",
  "/labs",
  "/pharmacies",
  "/promo-code",
  "/care-cities",
  "/universities",
];

test.beforeEach(async ({ startSignedIn }) => startSignedIn());

for (const address of lists)
  test(`at most 12 Tab stops lead from the heading of ${address} to its first row`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(address);
    await expect(rows(page).first()).toBeVisible();
    await waitUntilIdle(page);
    await page.getByRole("heading", { level: 1 }).focus();
    const isInRow = () => page.evaluate(() => Boolean(document.activeElement?.closest("tbody tr")));
    let stops = 0;
    while (!(await isInRow()) && stops < 30) {
      await page.keyboard.press("Tab");
      stops += 1;
    }
    // The last stop is in the row.
    expect(stops - 1).toBeLessThanOrEqual(12);
  });
