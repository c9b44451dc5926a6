import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { demoPassword } from "../fixtures/api";
import { respond, respondError } from "../support/responses";
import { columnCells, rows, rowWithText, toastWithText } from "../support/screens";

test.beforeEach(async ({ startSignedIn }) => startSignedIn());

const address = "/web-upgrade";
const sendUpgrade = (page: Page) => page.getByRole("button", { name: "Send web upgrade" });

// Proves SEC-65.console.
test("whom an upgrade reaches is counted and named before it is sent, once a minute", async ({ page, accessible }) => {
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

test("a new sign-in goes to all apps, after the question", async ({ page }) => {
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
test("what another super admin has asked for is approved by its own question, counted just now", async ({
  page,
  accessible,
}) => {
  const proposal = { kind: "web_upgrade", asked_at: "2026-11-20T09:31:07Z", devices: 1840, broadcast_id: null };
  const undecided = { decided_at: null, decided_by: null, reason: null };
  const proposals = [
    { ...proposal, ...undecided, id: 7, app_type: "growth", state: "waiting", asked_by: "Asha Rao", asked_by_id: 0 },
    {
      ...proposal,
      ...{ id: 6, app_type: "cms", state: "declined", asked_by: "Vikram Sethi", asked_by_id: 0 },
      ...{ decided_at: "2026-11-19T08:02:11Z", decided_by: "Asha Rao", reason: "4.3.0 is not out in Kerala yet" },
    },
  ];
  await page.route("**/api/careops/broadcasts/proposals", (route) =>
    respond(route, "get", "/careops/broadcasts/proposals", {
      success: true,
      data: { proposals, total_records: 2, total_pages: 1 },
    }),
  );
  await page.route("**/api/careops/broadcasts/proposals/7/approve", (route) =>
    respond(route, "post", "/careops/broadcasts/proposals/{proposal_id}/approve", {
      success: true,
      data: { broadcast_id: 12, devices: 3, proposal_id: null },
    }),
  );
  await page.goto(address);
  const approvals = page.getByRole("table", { name: "Approvals" });
  await expect(columnCells(rowWithText(approvals, "Vikram Sethi"), "Decided by")).toContainText(
    "4.3.0 is not out in Kerala yet",
  );
  await accessible();
  await approvals.getByRole("button", { name: "Approve" }).click();
  const question = page.getByRole("alertdialog", { name: "Send the web upgrade for Growth?" });
  await expect(question).toContainText("Requested by Asha Rao.");
  const approved = page.waitForRequest("**/proposals/7/approve");
  await question.getByRole("button", { name: "Approve and send" }).click();
  await approved;
  await expect(toastWithText(page, "Approved and sent")).toBeVisible();
});

test("the password is asked for when it was given long ago", async ({ page }) => {
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
