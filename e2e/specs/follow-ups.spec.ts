import { expect, test } from "../fixtures";
import { waitForList } from "../support/screens";

test.beforeEach(async ({ startSignedIn }) => startSignedIn("customer_care"));

test("a follow-up of a clinic is added, listed, closed and reopened", async ({ page, examples }) => {
  await page.goto(await examples.addressOf("/clinics-details/:clinicId/:tab", "basic-details"));
  await page.getByRole("button", { name: "Follow-up…" }).click();
  const dialog = page.getByRole("dialog");
  const what = `Call the owner ${Date.now()}`;
  await dialog.getByRole("textbox", { name: /What is to be done/ }).fill(what);
  await dialog.getByRole("button", { name: "Add follow-up" }).click();
  await expect(page.getByText("Follow-up added")).toBeVisible();
  await page.goto(`/follow-ups?search=${encodeURIComponent(what)}`);
  await waitForList(page);
  await page.getByRole("button", { name: `Close: ${what}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close follow-up" }).click();
  await expect(page.getByText("Follow-up closed")).toBeVisible();
  await page.goto(`/follow-ups?search=${encodeURIComponent(what)}&state=done`);
  await page.getByRole("button", { name: `Reopen: ${what}` }).click();
  await page.getByRole("button", { name: "Reopen", exact: true }).click();
  await expect(page.getByText("Follow-up reopened")).toBeVisible();
});
