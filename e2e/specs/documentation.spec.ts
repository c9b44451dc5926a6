import { expect, test } from "../fixtures";

test("the account menu opens the documentation, which can be searched", async ({ page, startSignedIn, noTrouble }) => {
  await startSignedIn();
  await page.goto("/");
  await page.getByRole("button", { name: "Account menu" }).click();
  const opened = page.waitForEvent("popup");
  await page.getByRole("menuitem", { name: "Documentation" }).click();
  const docs = await opened;
  docs.on("console", (message) => {
    if (message.type() === "error") noTrouble.push(message.text());
  });
  docs.on("pageerror", (error) => noTrouble.push(error.message));
  await expect(docs.getByRole("heading", { name: "careops", level: 1 })).toBeVisible();

  await docs.goto("/docs/guide/backup.html");
  await expect(docs.getByRole("heading", { name: "Backups", level: 1 })).toBeVisible();
  await docs.keyboard.press("/");
  await docs.keyboard.type("idempotency");
  // The results are in a closed shadow tree; Enter opens the first one as soon as there is one.
  await expect(async () => {
    await docs.keyboard.press("Enter");
    await expect(docs).toHaveURL(/\/docs\/decisions\/0009-one-transaction\.html/, { timeout: 1000 });
  }).toPass();
  await expect(docs.getByRole("heading", { level: 1, name: /Idempotency key/ })).toBeVisible();
});
