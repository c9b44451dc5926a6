import { Api, expect, phones, test } from "../fixtures";
import { ownServer } from "../fixtures/server";
import { rows, rowWithText, toastWithText, waitForList } from "../support/screens";

interface Me {
  data: { user: { id: number } };
}

/** A separate server, because other tests start and end sessions of the same accounts. */
test.describe("sessions", () => {
  const world = ownServer();

  // Proves SEC-16.see, SEC-16.end, SEC-16.super-admin.
  test("own sessions are listed and a super admin ends those of others", async ({ page, accessible }) => {
    const program = await Api.signIn(world.url, phones.super_admin);
    const theirs = await Api.signIn(world.url, phones.customer_care);
    const { id } = (await theirs.get<Me>("/careops/session")).data.user;
    await page.goto(world.url);
    await page.getByLabel("Phone number").fill(phones.super_admin);
    await page.getByLabel("Password", { exact: true }).fill("demo-world-password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await waitForList(page);

    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByRole("menuitem", { name: "Where you are signed in" }).click();
    const dialog = page.getByRole("dialog", { name: "Where you are signed in" });
    await expect(rowWithText(dialog, "This session")).toContainText("Chrome");
    await expect(rows(dialog)).toHaveCount(2);
    await accessible();
    await dialog.getByRole("button", { name: "End the session in" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Yes" }).click();
    await expect(toastWithText(page, "Session ended")).toBeVisible();
    await expect(rows(dialog)).toHaveCount(1);
    await expect(program.get("/careops/session")).rejects.toThrow("401");
    await dialog.getByRole("button", { name: "Close" }).click();

    await page.goto(`${world.url}/users-details/${id}?tab=devices`);
    const section = page.locator("section").filter({ has: page.getByRole("heading", { name: "Active sessions" }) });
    await expect(rows(section)).toHaveCount(1);
    await section.getByRole("button", { name: "End all sessions" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Yes" }).click();
    await expect(section.getByText("No active sessions")).toBeVisible();
    await expect(theirs.get("/careops/session")).rejects.toThrow("401");
  });
});
