import { expect, test } from "../fixtures";
import { partnersAreFound } from "../support/partners";
import { failUntilRetry } from "../support/responses";
import { waitForList } from "../support/screens";

test.beforeEach(async ({ startSignedIn }) => startSignedIn("customer_care"));

partnersAreFound({ plural: "labs", singular: "lab", title: "Labs", details: "Lab details" });

test("failed list is reported and can be retried", async ({ page }) => {
  await failUntilRetry(page, "**/api/admin/labs?*");
  await page.goto("/labs");
  const failure = page.getByRole("alert").filter({ hasText: "There was some error while processing your request" });
  await expect(failure).toBeVisible();
  await expect(page.getByRole("link", { name: /./ }).and(page.locator("td a"))).toHaveCount(0);
  await page.getByRole("button", { name: "Retry" }).click();
  await waitForList(page);
});

test("a lab that does not exist is not found", async ({ page }) => {
  for (const address of ["/lab-details/99999999/basic-details", "/lab-details/1/nothing", "/lab-details/x/metrics"]) {
    await page.goto(address);
    await expect(page.getByText("404 Error - Page not found")).toBeVisible();
  }
});
