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
  // The field and the results are in a closed shadow tree. A slow browser loses what is typed before the field is open,
  // and Enter opens the first result as soon as there is one.
  await expect(async () => {
    await docs.keyboard.press("Escape");
    await docs.keyboard.press("/");
    await docs.keyboard.type("idempotency");
    await expect(async () => {
      await docs.keyboard.press("Enter");
      await expect(docs).not.toHaveURL(/backup\.html/, { timeout: 1000 });
    }).toPass({ timeout: 5000 });
  }).toPass();
  await expect(docs.getByRole("article")).toContainText(/idempotency/i);

  await docs.goto("/docs/architecture.html");
  const diagram = docs.getByRole("img", { name: "Diagram: Packages" });
  await expect(diagram).toHaveCount(1);
  await expect(diagram).toHaveJSProperty("complete", true);
  await expect(diagram).not.toHaveJSProperty("naturalWidth", 0);
  await docs.emulateMedia({ colorScheme: "dark" });
  await expect(diagram).toHaveAttribute("src", /-dark\.svg#only-dark$/);
});
