import { expect, freshPhone, phones, test } from "../fixtures";
import { failUntilRetry } from "../support/responses";
import {
  discardChanges,
  rows,
  rowWithText,
  searchClinic,
  signOut,
  toastWithText,
  waitForList,
  waitForSubscription,
  waitUntilIdle,
} from "../support/screens";

const late = "The server took too long to respond. Please try again.";
const never = () => new Promise<never>(() => undefined);

test.describe("silent server", () => {
  test.beforeEach(async ({ page, startSignedIn }) => {
    await page.clock.install();
    await startSignedIn();
  });

  // Proves FAULT-9.console.
  test("is reported by a list after 30 seconds, which can be retried", async ({ page }) => {
    await failUntilRetry(page, "**/api/admin/clinics?**", never);
    const listRequest = page.waitForRequest("**/api/admin/clinics?**");
    // A socket still connecting after 30 seconds would be dropped, which browsers report as an error.
    const subscription = waitForSubscription(page);
    await page.goto("/clinics");
    await Promise.all([listRequest, subscription]);
    // Other requests of the page may also be open.
    const list = page.getByRole("region", { name: "Clinics" });
    // Repeated, because a read in the background replaces the first one and has its own 30 seconds.
    await expect(async () => {
      await page.clock.fastForward(30_000);
      await expect(list.getByText(late)).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await list.getByRole("button", { name: "Retry" }).click();
    await waitForList(page);
  });

  test("lets the user close a form, which is sent again with the same key", async ({ page }) => {
    const subscription = waitForSubscription(page);
    await page.goto("/clinics");
    await subscription;
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("menuitem", { name: "Hospital" }).click();
    const dialog = page.getByRole("dialog", { name: "Add Hospital" });
    const phone = freshPhone();
    await dialog.getByLabel("Name").fill("Patient Hospital");
    await dialog.getByLabel("Phone number").fill(phone);
    await dialog.getByLabel("Password", { exact: true }).fill("a long enough password");
    await dialog.getByLabel("Email").fill("desk@patient.example");
    const keys: (string | undefined)[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/sign_up")) keys.push(request.headers()["idempotency-key"]);
    });
    await page.route("**/sign_up", never);
    const submit = dialog.getByRole("button", { name: "Add Hospital" });
    const sent = page.waitForRequest("**/sign_up");
    await submit.click();
    await sent;
    await page.keyboard.press("Escape");
    const question = page.getByRole("alertdialog", { name: "Discard changes?" });
    await expect(question).toContainText("The server has not responded yet.");
    await question.getByRole("button", { name: "Keep editing" }).click();
    await page.clock.fastForward(30_000);
    await expect(toastWithText(page, late)).toBeVisible();
    await expect(submit).toBeFocused();
    await page.unroute("**/sign_up");
    await submit.click();
    await expect(toastWithText(page, "Hospital created successfuly")).toBeVisible();
    await expect(toastWithText(page, late)).toBeHidden();
    const [key] = keys;
    await expect.poll(() => keys).toEqual([key, key]);
    await searchClinic(page, "Patient Hospital", phone);
    await expect(rows(page)).toHaveCount(1);
  });
});

test.describe("notifications", () => {
  test("disappear with the next attempt of a form and at sign-out", async ({ page, signIn }) => {
    await signIn("super_admin");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("menuitem", { name: "Hospital" }).click();
    const dialog = page.getByRole("dialog", { name: "Add Hospital" });
    await dialog.getByLabel("Name").fill("Taken Hospital");
    await dialog.getByLabel("Phone number").fill(phones.super_admin);
    await dialog.getByLabel("Password", { exact: true }).fill("short");
    await dialog.getByLabel("Email").fill("desk@taken.example");
    const submit = dialog.getByRole("button", { name: "Add Hospital" });
    await submit.click();
    const short = "Password must have at least 15 characters";
    await expect(toastWithText(page, short)).toBeVisible();
    await expect(dialog.getByLabel("Password", { exact: true })).toBeFocused();
    await dialog.getByLabel("Password", { exact: true }).fill("a long enough password");
    await submit.click();
    await expect(toastWithText(page, "This phone number already belongs to a user")).toBeVisible();
    await expect(toastWithText(page, short)).toBeHidden();
    await expect(dialog.getByLabel("Phone number")).toBeFocused();
    await page.keyboard.press("Escape");
    await discardChanges(page);
    await expect(toastWithText(page, "This phone number already belongs to a user")).toBeHidden();
  });

  test("disappear at the sign-in after an expired session", async ({ page, signIn }) => {
    await signIn("super_admin");
    // Click in the page, because every other request also ends the session and removes the button.
    await page.getByRole("button", { name: "Next page" }).evaluate((button: HTMLElement) => {
      localStorage.setItem("authToken", "two words");
      button.click();
    });
    await expect(toastWithText(page, "Invalid token provided")).toBeVisible();
    await signIn("customer_care");
    await expect(toastWithText(page, "Invalid token provided")).toBeHidden();
    await signOut(page);
    await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  });
});

test("Back closes a form and asks first if it has input", async ({ page, startSignedIn }) => {
  await startSignedIn();
  await page.goto("/clinics");
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page).toHaveURL("/clinics?page=2");
  await waitUntilIdle(page);
  const open = async () => {
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("menuitem", { name: "Hospital" }).click();
  };
  const dialog = page.getByRole("dialog", { name: "Add Hospital" });
  await open();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL("/clinics?page=2");

  await open();
  await dialog.getByLabel("Name").fill("Half a hospital");
  await page.goBack();
  await expect(page.getByRole("alertdialog", { name: "Discard changes?" })).toBeVisible();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(dialog.getByLabel("Name")).toHaveValue("Half a hospital");
  await expect(page).toHaveURL("/clinics?page=2");
  await page.goBack();
  await discardChanges(page);
  await expect(dialog).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL("/clinics");
  await expect(rowWithText(page, "Half a hospital")).toHaveCount(0);
});
