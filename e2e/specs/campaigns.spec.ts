import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { type Api, expect, test } from "../fixtures";
import { changeResponse, respondError } from "../support/responses";
import {
  chooseMenuOption,
  columnCells,
  headings,
  isChangeRequest,
  rows,
  toastWithText,
  waitForChange,
  waitUntilIdle,
} from "../support/screens";

interface Campaign {
  id: number;
  campaign_name: string;
  clinic_id: number;
  clinic_name: string;
  active: boolean;
  page_url: string | null;
}
interface Listed {
  data: { ad_campaigns: Campaign[] };
}
const all = async (api: Api) =>
  (await api.get<Listed>("/admin/ad_campaigns?perpage=500")).data.ad_campaigns as [Campaign, ...Campaign[]];
const row = (page: Page, { id }: Campaign) =>
  rows(page).filter({ has: page.getByRole("button", { name: `Copy ${id}`, exact: true }) });
const statusOf = (page: Page, campaign: Campaign) => row(page, campaign).getByRole("button", { name: /^Status of / });
const changed = (page: Page) => waitForChange(page, "PUT");

/** Open a page that shows this campaign: all campaigns of its clinic. */
async function open(page: Page, { clinic_id, clinic_name }: Campaign) {
  const address = new URLSearchParams({ clinic: String(clinic_id), clinic_name, perpage: "100" });
  await page.goto(`/ad-campaigns?${address}`);
  await waitUntilIdle(page);
}

for (const accountType of ["super_admin", "billing_admin", "customer_care"] as const) {
  test(`${accountType} switches a campaign off and on and sets its status`, async ({ page, api, startSignedIn }) => {
    const number = ["super_admin", "billing_admin", "customer_care"].indexOf(accountType);
    const campaign = (await all(api)).filter(({ active }) => active)[number]!;
    await startSignedIn(accountType);
    await page.goto("/clinics");
    const group = page.getByRole("navigation", { name: "Main menu" }).locator("section", { hasText: "Campaigns" });
    await group.getByRole("link", { name: "Ad campaigns" }).click();
    await expect(page).toHaveURL(/\/ad-campaigns$/);
    await open(page, campaign);
    const toggle = row(page, campaign).getByRole("switch");
    await expect(toggle).toBeChecked();

    await toggle.click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("Deactivate campaign?");
    await question.getByRole("button", { name: "No" }).click();
    await expect(toggle).toBeChecked();
    await toggle.click();
    const off = changed(page);
    await question.getByRole("button", { name: "Yes" }).click();
    expect((await off).postDataJSON()).toEqual({ active: false });
    await expect(toastWithText(page, "Campaign updated successfully")).toBeVisible();
    await expect(toggle).not.toBeChecked();

    // Activating asks no question.
    const on = changed(page);
    await toggle.click();
    expect((await on).postDataJSON()).toEqual({ active: true });
    await expect(toggle).toBeChecked();

    const status = statusOf(page, campaign);
    await status.click();
    await expect(page.getByRole("menuitemradio")).toHaveText(["New", "Completed", "Cancelled"]);
    await page.keyboard.press("Escape");
    for (const [label, value] of [
      ["Cancelled", "CANCELLED"],
      ["Completed", "COMPLETED"],
      ["New", "NEW"],
    ] as const) {
      const set = changed(page);
      await chooseMenuOption(status, label);
      expect((await set).postDataJSON()).toEqual({ campaign_status: value });
      await waitUntilIdle(page);
      await expect(status).toHaveText(label);
    }
  });
}

test("arrow keys on a status change no campaign and a change can be undone", async ({ page, api, startSignedIn }) => {
  const campaign = (await all(api)).at(-1)!;
  await startSignedIn();
  await open(page, campaign);
  const status = statusOf(page, campaign);
  const before = (await status.textContent()) ?? "";
  const sent: string[] = [];
  page.on("request", (request) => isChangeRequest(request, "PUT") && sent.push(request.url()));
  await status.focus();
  for (const key of ["ArrowDown", "ArrowUp", "Enter", "ArrowDown", "Escape"]) await page.keyboard.press(key);
  await expect(status).toHaveText(before);
  expect(sent.filter((url) => url.includes("/admin/ad_campaigns/"))).toEqual([]);

  await chooseMenuOption(status, before === "Cancelled" ? "New" : "Cancelled");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toastWithText(page, "Undone")).toBeVisible();
  await expect(status).toHaveText(before);
});

test("every field has its heading and pages have their sizes", async ({ page, startSignedIn }) => {
  await startSignedIn();
  await page.goto("/ad-campaigns");
  await expect(headings(page)).toHaveText([
    ...["Campaign", "Clinic", "Status", "Active", "Leads", "Start", "End", "User phone", "Contact phone", "Page"],
    ...["Platforms", "Description", "ID", "Actions", "Details"],
  ]);
  const size = page.getByLabel("Rows per page");
  const sizes = ["10", "50", "100", "150", "200", "250", "300", "350", "400", "450", "500"];
  await expect(size.getByRole("option")).toHaveText(sizes);
  await size.selectOption("50");
  await expect(page).toHaveURL(/perpage=50/);
  await expect(rows(page)).toHaveCount(50);
});

test("clinic is found by name with the keyboard and stays in the address", async ({
  page,
  api,
  startSignedIn,
  accessible,
}) => {
  const [{ clinic_name, clinic_id }] = await all(api);
  await startSignedIn();
  await page.goto("/ad-campaigns");
  const filter = page.getByRole("button", { name: "Clinic All" });
  await filter.click();
  const search = page.getByRole("combobox", { name: "Search clinics" });
  await expect(search).toBeFocused();
  const options = page.getByRole("listbox", { name: "Clinic" }).getByRole("option");
  // Ten options, and the one that loads the next ten.
  await expect(options).toHaveCount(11);
  await accessible();
  await page.keyboard.press("ArrowUp");
  await expect(options.last()).toHaveAttribute("data-at", "true");
  await page.keyboard.press("Enter");
  await expect(options).toHaveCount(21);
  const searchRequest = page.waitForRequest(
    (sent) => new URL(sent.url()).searchParams.get("search_text") === clinic_name,
  );
  await search.fill(clinic_name);
  expect(new URL((await searchRequest).url()).searchParams.get("perpage")).toBe("10");
  await expect(options.filter({ hasText: `#${clinic_id}` })).toBeVisible();
  for (let at = 0; at < (await options.count()); at += 1) {
    await page.keyboard.press("ArrowDown");
    if ((await options.nth(at).textContent())?.endsWith(`#${clinic_id}`)) break;
  }
  await page.keyboard.press("Enter");
  await expect(search).toBeHidden();
  await expect(page).toHaveURL((url) => url.searchParams.get("clinic") === String(clinic_id));
  await page.reload();
  await expect(page.getByRole("button", { name: `Clinic ${clinic_name}` })).toBeVisible();
  await waitUntilIdle(page);
  const shown = columnCells(page, "Clinic");
  await expect(shown.first()).toHaveText(clinic_name);
  await expect(shown.filter({ hasNotText: clinic_name })).toHaveCount(0);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(filter).toBeVisible();
});

// Proves SEC-43.console.
test("link is copied if present and other addresses are not links", async ({ page, api, startSignedIn, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const campaigns = await all(api);
  const [linked, bare] = [campaigns.find((each) => each.page_url)!, campaigns.find((each) => !each.page_url)!];
  await startSignedIn();
  await open(page, linked);
  await row(page, linked).getByRole("button", { name: "Copy link to" }).click();
  await expect(toastWithText(page, "Link copied!")).toBeVisible();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(linked.page_url);
  await open(page, bare);
  await expect(row(page, bare).getByRole("button", { name: "Copy link to" })).toHaveCount(0);

  await page.route("**/api/admin/ad_campaigns?*", async (route) => {
    await changeResponse(route, "get", "/admin/ad_campaigns", (body) => {
      body.data.ad_campaigns[0]!.page_url = "javascript:alert(document.domain)";
      return body;
    });
  });
  await page.goto("/ad-campaigns");
  await waitUntilIdle(page);
  await expect(rows(page).first()).toContainText("javascript:alert");
  await expect(rows(page).first().getByRole("button", { name: "Copy link to" })).toHaveCount(0);
});

test("google needs its customer, dashes are ignored and the whole list is sent", async ({
  page,
  api,
  startSignedIn,
  accessible,
}) => {
  const campaign = (await all(api)).at(-1)!;
  await api.put(`/admin/ad_campaigns/${campaign.id}`, {
    social_platforms: [{ platform: "facebook", platform_campaign_id: "1202" }],
  });
  await startSignedIn();
  await open(page, campaign);
  const edit = row(page, campaign).getByRole("button", { name: "Edit the platforms of" });
  await edit.click();
  const dialog = page.getByRole("dialog", { name: "Social platforms" });
  const google = dialog.getByRole("group", { name: "Google" });
  await expect(dialog.getByRole("group", { name: "Facebook" }).getByLabel("Campaign ID")).toHaveValue("1202");
  await google.getByLabel("Campaign ID").fill("21");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Please enter your Google customer Id.")).toBeVisible();
  await expect(google.getByLabel("Customer ID")).toBeFocused();
  await accessible();
  await google.getByLabel("Customer ID").fill("123-456-7890");
  const saved = changed(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  expect((await saved).postDataJSON()).toEqual({
    social_platforms: [
      { platform: "facebook", platform_campaign_id: "1202" },
      { platform: "google", platform_campaign_id: "21", platform_customer_id: "1234567890" },
    ],
  });
  await expect(toastWithText(page, "Campaign updated successfully")).toBeVisible();
  await expect(dialog).toBeHidden();
  // The form shows what the list has read.
  await expect(row(page, campaign)).toContainText("Google");

  let sent = 0;
  page.on("request", (request) => {
    if (isChangeRequest(request, "PUT")) sent += 1;
  });
  await edit.click();
  await expect(google.getByLabel("Customer ID")).toHaveValue("1234567890");
  await google.getByLabel("Customer ID").fill("123-456-7890");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  expect(sent).toBe(0);
});

test("refusal of the server is shown once", async ({ page, startSignedIn }) => {
  await startSignedIn();
  await page.goto("/ad-campaigns");
  await page.route("**/api/admin/ad_campaigns/*", (route) =>
    respondError(route, 404, { source: "campaign_id", title: "There is no campaign with this id" }),
  );
  await chooseMenuOption(
    rows(page)
      .first()
      .getByRole("button", { name: /^Status of / }),
    "Cancelled",
  );
  await expect(toastWithText(page, "No campaign found with this ID")).toHaveCount(1);
});

test("poster link has its tags and is saved as a QR code", async ({
  page,
  api,
  startSignedIn,
  accessible,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const campaign = (await all(api)).find((each) => each.page_url)!;
  await startSignedIn();
  await open(page, campaign);
  await row(page, campaign).getByRole("button", { name: "Share links for" }).click();
  const dialog = page.getByRole("dialog", { name: "Share links and QR codes" });
  await expect(dialog.getByRole("img", { name: "QR code for Print" })).toBeVisible();
  await dialog.getByLabel("Where it will appear").selectOption("WhatsApp");
  await expect(dialog.getByText("utm_source=whatsapp&utm_medium=message")).toBeVisible();
  await expect(dialog.getByRole("img", { name: "QR code for WhatsApp" })).toBeVisible();
  await accessible();
  await dialog.getByRole("button", { name: "Copy link" }).click();
  await expect(toastWithText(page, "Link copied!")).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain(`${campaign.page_url}?utm_source=whatsapp`);
  for (const [kind, first] of [
    ["svg", "<?xml"],
    ["png", "\u0089PNG"],
  ] as const) {
    const coming = page.waitForEvent("download");
    await dialog.getByRole("button", { name: `Download ${kind}` }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toBe(`${campaign.id}-whatsapp.${kind}`);
    expect(readFileSync(await file.path(), "latin1").startsWith(first)).toBe(true);
  }
});

test("row opens its leads by day and source and ended active campaigns are found", async ({
  page,
  startSignedIn,
  accessible,
}) => {
  await startSignedIn();
  await page.goto("/ad-campaigns");
  await page.getByLabel("Ended but still active").check();
  await expect(page).toHaveURL(/ended=yes/);
  await waitUntilIdle(page);
  const mark = "Ended but still active";
  await expect(rows(page).first()).toContainText(mark);
  await expect(rows(page).filter({ hasNotText: mark })).toHaveCount(0);
  await rows(page).first().getByRole("button", { name: "Leads for" }).click();
  await expect(page.getByRole("heading", { name: "Leads per day" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Leads by source" })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: /^\d\d-\d\d-\d{4}: \d+ leads?$/ })).toHaveCount(30);
  await accessible();
});
