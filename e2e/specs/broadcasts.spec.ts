import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { demoPassword } from "../fixtures/api";
import { respondError } from "../support/responses";
import { rows, toastWithText } from "../support/screens";

test.beforeEach(async ({ startSignedIn }) => startSignedIn());

const address = "/web-upgrade";
const sendUpgrade = (page: Page) => page.getByRole("button", { name: "Send web upgrade" });

// Proves SEC-65.console.
test("reach of an upgrade is shown before it is sent, once a minute", async ({ page, accessible }) => {
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1, name: "Web Upgrade" })).toBeVisible();
  await expect(sendUpgrade(page)).toBeDisabled();
  const app = page.getByRole("combobox", { name: "App" });
  await expect(app.getByRole("option")).toHaveText([
    "Choose an app",
    "Sign-in",
    "Clinics (CMS)",
    "Doctor",
    "Growth",
    "Billing",
    "Patient",
    "This console (admin)",
    "WP admin",
    "Customer care",
  ]);
  const counted = page.waitForResponse("**/careops/broadcasts/reach**");
  await app.selectOption({ label: "Doctor" });
  const reach = (await (await counted).json()).data;
  await accessible();
  await sendUpgrade(page).click();
  const question = page.getByRole("alertdialog", { name: "Send the web upgrade for Doctor?" });
  const named = new Intl.NumberFormat("en-IN").format(reach.devices);
  await expect(question).toContainText(`${named} device`);
  await accessible();
  const sent = page.waitForRequest("**/api/web_upgrade");
  await question.getByRole("button", { name: "Send" }).click();
  expect((await sent).postDataJSON()).toEqual({ app_type: "doctor" });
  await expect(toastWithText(page, "Web Upgrade notification sent successfully")).toBeVisible();
  const newest = rows(page).first();
  await expect(newest).toContainText("Web upgrade · Doctor");
  await expect(newest).toContainText(named);
  await sendUpgrade(page).click();
  await expect(question.getByRole("timer")).toContainText(/^You can send it again in \d+ seconds?\.$/);
  await expect(question.getByRole("button", { name: "Send" })).toBeDisabled();
  await accessible();
  await question.getByRole("button", { name: "No" }).click();
  await newest.getByRole("button", { name: "Show progress of Web upgrade · Doctor" }).click();
  await expect(page.getByRole("dialog", { name: "Progress" }).getByText("Completed", { exact: true })).toBeVisible();
  await accessible();
});

test("relogin is sent to all apps after a confirmation", async ({ page }) => {
  await page.goto(address);
  await page.getByRole("button", { name: "Send re-login" }).click();
  const question = page.getByRole("alertdialog", { name: "Send the re-login notification?" });
  await expect(question).toContainText("devices");
  await question.getByRole("button", { name: "No" }).click();
  await page.getByRole("button", { name: "Send re-login" }).click();
  await expect(question).toContainText("devices");
  await question.getByRole("button", { name: "Send" }).click();
  await expect(toastWithText(page, "Relogin notification sent successfully")).toBeVisible();
  await expect(rows(page).first()).toContainText("Re-login");
});

// Proves SEC-65.second-person.
test("a broadcast that a policy covers is proposed in place of sending it", async ({ page, accessible }) => {
  await page.route("**/api/web_upgrade", (route) =>
    respondError(route, 409, {
      source: "",
      title: "This change needs approval: propose it instead",
      code: "approval_required",
      change_request: {
        title: "SendWebUpgrade",
        changes: [{ call: "SendWebUpgrade", parameters: { app_type: "growth" } }],
      } as never,
    }),
  );
  await page.goto(address);
  await page.getByRole("combobox", { name: "App" }).selectOption({ label: "Growth" });
  await sendUpgrade(page).click();
  const question = page.getByRole("alertdialog", { name: "Send the web upgrade for Growth?" });
  await expect(question).toContainText("device");
  await question.getByRole("button", { name: "Send" }).click();
  await page.getByRole("button", { name: "Propose…" }).click();
  const dialog = page.getByRole("dialog", { name: "Propose this change" });
  await expect(dialog).toContainText("1 record changes.");
  await expect(dialog).toContainText("Cannot be undone");
  await accessible();
  await dialog.getByLabel(/^Title/).fill("Growth 4.3");
  await dialog.getByLabel(/^Reason/).fill("It is out");
  await dialog.getByRole("button", { name: "Propose", exact: true }).click();
  await expect(page.getByText(/^Change request \d+ was created$/)).toBeVisible();
});

test("old password confirmation is requested again", async ({ page }) => {
  let first = true;
  await page.route("**/api/web_upgrade", async (route) => {
    if (!first) return route.continue();
    first = false;
    await respondError(route, 403, { source: "step_up_required", title: "Please confirm with your password" });
  });
  await page.goto(address);
  await page.getByRole("combobox", { name: "App" }).selectOption({ label: "Patient" });
  await sendUpgrade(page).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("device");
  await question.getByRole("button", { name: "Send" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Password", { exact: true }).fill(demoPassword);
  await dialog.getByLabel("Password", { exact: true }).press("Enter");
  await expect(toastWithText(page, "Web Upgrade notification sent successfully")).toBeVisible();
});
