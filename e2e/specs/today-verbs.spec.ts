import type { Locator, Page } from "@playwright/test";
import { expect, freshPhone, test } from "../fixtures";
import type { Api } from "../fixtures/api";
import { drawn } from "../support/pictures";
import { toastWithText } from "../support/screens";

interface Today {
  data: { sources: { source: string; items: { record_id: string; title: string }[] }[] };
}
interface Doctors {
  data: { doctors: { id: number; name: string; status: string }[] };
}
const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const yearly = "Clinic Yearly · ₹11,999.00 · Yearly";
const bar = (page: Page) => page.getByRole("region", { name: "Item from Today" });

test.beforeEach(async ({ page, startSignedIn }) => {
  await startSignedIn();
  await page.goto("/today");
  await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
});

/** The first verb button of a card; its name ends with the item. */
async function firstVerb(place: Locator, verb: string) {
  const button = place.getByRole("button", { name: new RegExp(`^${verb}`) }).first();
  await expect(button).toBeVisible();
  return place.getByRole("button", { name: (await button.getAttribute("aria-label")) ?? "", exact: true });
}

test("follow-up is closed with one key and reopened by Undo", async ({ page, api, accessible }) => {
  const { id } = await api.hospital("Scheduled Task Hospital");
  const what = `Call the owner ${Date.now()}`;
  const due = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10); // today in India
  await api.post("/careops/follow_ups", { record: `clinic:${id}`, what, owner_role: "super_admin", due });
  await page.reload();
  const done = card(page, "For you").getByRole("button", { name: `Done: ${what}` });
  await done.focus();
  await accessible();
  await page.keyboard.press("Enter");
  await expect(done).toHaveCount(0);
  await expect(card(page, "For you").getByRole("heading")).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(done).toBeVisible();
  await done.click();
  await expect(done).toHaveCount(0);
});

test("a mention is read with one key", async ({ page }) => {
  const read = await firstVerb(card(page, "For you"), "Mark as read");
  await read.press("Enter");
  await expect(read).toHaveCount(0);
});

test("payment is handled with a note on its clinic", async ({ page, accessible }) => {
  const payments = card(page, "Payments failed or pending over a day");
  const handled = await firstVerb(payments, "Handled");
  const note = `Paid in cash ${Date.now()}`;
  await handled.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("textbox", { name: /^What was done/ })).toBeFocused();
  await accessible();
  await page.keyboard.type(note);
  await page.keyboard.press("Control+Enter");
  await expect(handled).toHaveCount(0);
  await payments.getByRole("button", { name: /snoozed$/ }).click();
  const link = payments.getByRole("link").filter({ hasText: /^pay_|^order_/ });
  await link.first().click();
  const drawer = page.getByRole("dialog", { name: "Payment" });
  await expect(drawer.getByText("Status")).toBeVisible();
  await expect(drawer.getByText("Contact")).toBeVisible();
  await expect(drawer.getByText(note)).toBeVisible();
  await accessible();
  await page.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);
  await expect(page).toHaveURL(/\/payments\?status=failed%2Cpending$/);
});

test("a campaign is ended with two keys", async ({ page }) => {
  const end = await firstVerb(card(page, "Campaigns past their end, still active"), "End campaign");
  await end.press("Enter");
  const question = page.getByRole("alertdialog");
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "End campaign" }).press("Enter");
  await expect(end).toHaveCount(0);
});

/** Let a verified doctor wait for verification again, with a new certificate. */
async function awaitVerification(page: Page, api: Api, index: number) {
  // Only a doctor who has joined waits for verification. The newest ones are within the horizon.
  const { data } = await api.get<Doctors>("/admin/doctors?filter_type=status&filter_text=verified&perpage=50");
  const joined = data.doctors.filter(({ status }) => status === "joined")[index];
  const { id, name } = joined ?? { id: 0, name: "no verified doctor" };
  await api.post(`/doctors/${id}/verify`, { verify_details: { verify_status: false } });
  await page.goto(`/doctor-details/${id}/basic-details`);
  await page.getByRole("button", { name: /^(Upload|Replace)( certificate)?$/ }).click();
  const uploading = page.getByRole("dialog");
  const buffer = await drawn(page, "image/png", `Certificate of ${name}`);
  await uploading.getByLabel("Image").setInputFiles({ name: "paper.png", mimeType: "image/png", buffer });
  await uploading.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(toastWithText(page, "Certificate uploaded")).toBeVisible();
}

test("a doctor is verified in the form that opens", async ({ page, api }) => {
  await awaitVerification(page, api, 0);
  await page.goto("/today");
  const verify = await firstVerb(card(page, "Doctors waiting for verification"), "Verify…");
  await verify.press("Enter");
  const dialog = page.getByRole("dialog", { name: /^Verify/ });
  await expect(dialog).toBeVisible();
  await dialog.getByLabel("Reason").selectOption({ index: 1 });
  await dialog.getByRole("button", { name: "Verify", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(bar(page).getByRole("status")).toContainText("Done: ");
  await bar(page).getByRole("button", { name: "Back to Today" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
});

test("Verify and next opens the next item of the round", async ({ page, api }) => {
  for (const index of [1, 2]) await awaitVerification(page, api, index);
  await page.goto("/today");
  await page.getByRole("button", { name: "Next: Doctors waiting for verification" }).click();
  await expect(bar(page).getByText(/^1 of \d+/)).toBeVisible();
  const first = (await bar(page).getByRole("status").textContent()) ?? "";
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /^Verify/ });
  await dialog.getByLabel("Reason").selectOption({ index: 1 });
  await dialog.getByRole("button", { name: "Verify and next" }).click();
  await expect(bar(page).getByText(/^2 of \d+/)).toBeVisible();
  await expect(bar(page).getByRole("status")).not.toHaveText(first);
  await expect(page).toHaveURL(/\/doctor-details\//);
});

test("the form of a subscription opens, with the item in the bar", async ({ page, accessible }) => {
  const extend = await firstVerb(card(page, "Subscriptions ending within 14 days"), "Extend…");
  await extend.press("Enter");
  await expect(page.getByRole("dialog", { name: "Add subscription" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(bar(page).getByText(/Subscriptions ending within 14 days · in \d+ days?/)).toBeVisible();
  await accessible();
});

test("a subscription is renewed in that form", async ({ page }) => {
  const extend = await firstVerb(card(page, "Subscriptions ending within 14 days"), "Extend…");
  await extend.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add subscription" });
  await dialog.getByRole("combobox", { name: "Subscription plan" }).selectOption({ label: yearly });
  const ending = freshPhone().slice(-8);
  await dialog.getByLabel("Payment ID").fill(`pay_L0nSsc${ending}`);
  await dialog.getByLabel("Order ID").fill(`order_L0nSsc${ending}`);
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toHaveCount(0);
  await expect(bar(page).getByRole("status")).toContainText("Done: ");
});

test("a change request is approved in the review that opens", async ({ page }) => {
  const review = await firstVerb(card(page, "Change requests waiting for your review"), "Review…");
  await review.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Approve" })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toHaveCount(0);
  await expect(bar(page).getByRole("status")).toContainText("Done: ");
});

test("Next of a card stays in its source and counts", async ({ page, api }) => {
  const { data } = await api.get<Today>("/careops/today");
  const campaigns = data.sources.find(({ source }) => source === "campaigns")?.items ?? [];
  await page.getByRole("button", { name: "Next: Campaigns past their end, still active" }).click();
  await expect(bar(page)).toContainText(campaigns[0]?.title ?? "no campaign");
  await expect(bar(page).getByText(/^1 of \d+/)).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: campaigns[0]?.title ?? "" })).toBeVisible();
  await page.keyboard.press("n");
  await expect(bar(page).getByText(/^2 of \d+/)).toBeVisible();
  await expect(bar(page)).toContainText(campaigns[1]?.title ?? "no campaign");
});

test("failed job is retried with one key", async ({ page, server }) => {
  await server.sql(
    "insert into jobs (kind, parameters, state, ended_at, problem)" +
      " values ('news.fetch_feeds', '{}', 'failed', now(), 'The network was down')",
  );
  await page.reload();
  const retry = await firstVerb(card(page, "Failed jobs"), "Retry");
  await retry.press("Enter");
  await expect(toastWithText(page, "The job starts again")).toBeVisible();
  await expect(retry).toHaveCount(0);
});

test("failed feed is fetched with one key", async ({ page, server }) => {
  await server.sql(
    "insert into news_feeds (name, address, fetched_at, problem) values ('Sehat Weekly', 'demo:', now(), 'HTTP 503')" +
      " on conflict (name) do update set fetched_at = excluded.fetched_at, problem = excluded.problem",
  );
  await page.reload();
  const fetchNow = await firstVerb(card(page, "Feeds that failed"), "Fetch");
  await fetchNow.press("Enter");
  await expect(fetchNow).toHaveCount(0);
});

test("an unanswered invitation is handled with a note", async ({ page, server }) => {
  await server.sql(
    "update doctors set created_at = now() - interval '8 days'" +
      " where id = (select min(id) from doctors where status = 'invited')",
  );
  await page.reload();
  const handled = await firstVerb(card(page, "Invitations unanswered for 7 days"), "Handled");
  await handled.press("Enter");
  await expect(page.getByRole("dialog").getByRole("textbox", { name: /^What was done/ })).toBeFocused();
  await page.keyboard.type("Called, joins on Monday");
  await page.keyboard.press("Control+Enter");
  await expect(handled).toHaveCount(0);
});

test("an emergency change of a colleague is reviewed in the dialog that opens", async ({ page, api, server }) => {
  const { id } = await api.hospital("Emergency Hospital");
  const change = { call: "UpdateClinicSettings", parameters: { clinic_id: id, ipd_enabled: true } };
  const { data } = await api.post<{ data: { request: { id: number; digest: string } } }>("/careops/change_requests", {
    title: "IPD at once",
    reason: "A patient waits",
    changes: [change],
  });
  await api.post(`/careops/change_requests/${data.request.id}/apply`, { digest: data.request.digest });
  await server.sql(
    "insert into change_request_bypasses (request_id, job_id, revision, user_id, user_name, reason)" +
      ` values (${data.request.id}, 1, 1, 0, 'Meera Deshpande', 'A patient waits')`,
  );
  await page.reload();
  const review = await firstVerb(card(page, "Emergency changes to review"), "Review…");
  await review.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("textbox").first()).toBeFocused();
  await page.keyboard.type("It was right");
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toHaveCount(0);
  await expect(bar(page).getByRole("status")).toContainText("Done: ");
});
