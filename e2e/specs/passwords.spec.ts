import { Api, demoPassword, expect, phones, test } from "../fixtures";
import { ownServer } from "../fixtures/server";
import { toastWithText, waitForList, waitUntilIdle } from "../support/screens";

const own = "monsoon rain on tin roofs";
const another = "five quiet lanterns by the river";

/** A separate server, because other tests sign in with the passwords that change here. */
test.describe("passwords", () => {
  const world = ownServer();

  // Proves SEC-07.change.
  test("one-time password must be changed right after sign-in", async ({ page, accessible }) => {
    const admin = await Api.signIn(world.url, phones.super_admin);
    const theirs = await Api.signIn(world.url, phones.customer_care);
    const { data } = await theirs.get<{ data: { user: { id: number } } }>("/careops/session");
    const reset = await admin.post<{ data: { password: string } }>(`/careops/users/${data.user.id}/password`);

    await page.goto(world.url);
    await page.getByLabel("Phone number").fill(phones.customer_care);
    await page.getByLabel("Password", { exact: true }).fill(reset.data.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    const dialog = page.getByRole("dialog", { name: "Choose your password" });
    await expect(dialog).toBeVisible();
    await accessible();
    await dialog.getByLabel("One-time password").fill(reset.data.password);
    await dialog.getByLabel("New password", { exact: true }).fill("welcome123456789");
    await dialog.getByRole("button", { name: "Change password" }).click();
    await expect(dialog.getByText("This password is too common.")).toBeVisible();
    await dialog.getByLabel("New password", { exact: true }).fill(own);
    await dialog.getByRole("button", { name: "Change password" }).click();
    await expect(dialog).toBeHidden();
    await waitForList(page);
    await expect(toastWithText(page, "Password changed. You have been signed out everywhere else.")).toBeVisible();
    await expect(Api.signIn(world.url, phones.customer_care, own)).resolves.toBeTruthy();
  });

  test("account menu changes the password and ends the session on another computer", async ({ page, browser }) => {
    const enter = async (on: typeof page, password: string) => {
      await on.goto(world.url);
      await on.getByLabel("Phone number").fill(phones.billing_admin);
      await on.getByLabel("Password", { exact: true }).fill(password);
      await on.getByRole("button", { name: "Sign in" }).click();
      await waitForList(on);
    };
    const other = await (await browser.newContext()).newPage();
    await enter(other, demoPassword);
    await enter(page, demoPassword);
    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByRole("menuitem", { name: "Change password" }).click();
    const dialog = page.getByRole("dialog", { name: "Change password" });
    await dialog.getByLabel("Current password").fill("not my password");
    await dialog.getByLabel("New password", { exact: true }).fill(another);
    await dialog.getByRole("button", { name: "Change password" }).click();
    await expect(dialog.getByText("Password is invalid.")).toBeVisible();
    await dialog.getByLabel("Current password").fill(demoPassword);
    await dialog.getByRole("button", { name: "Change password" }).click();
    await expect(dialog).toBeHidden();
    await other.reload();
    await expect(other.getByRole("button", { name: "Sign in" })).toBeVisible();
    await page.reload();
    await waitForList(page);
    await other.context().close();
  });

  for (const [language, title] of [
    ["hi", "पासवर्ड बदलें"],
    ["pb", "ਪਾਸਵਰਡ ਬਦਲੋ"],
  ] as const)
    test(`dialog is shown in ${language}`, async ({ page, startSignedIn, accessible }) => {
      await startSignedIn();
      await page.addInitScript((chosen) => localStorage.setItem("current_language", chosen), language);
      await page.goto("/clinics");
      await waitUntilIdle(page);
      await page.getByRole("banner").getByRole("button").last().click();
      await page.getByRole("menuitem", { name: title }).click();
      await expect(page.getByRole("dialog", { name: title })).toBeVisible();
      await accessible();
    });
});
