import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { colleague } from "../support/colleague";
import { textarea } from "../support/notes";
import { changeResponse } from "../support/responses";
import { isReady, waitForSubscription } from "../support/screens";

interface Today {
  data: { sources: { source: string; count: number; items: { record_id: string; title: string }[] }[] };
}
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const card = (page: Page) => page.getByRole("region", { name: "Campaigns past their end, still active" });
const next = (page: Page) => page.getByRole("button", { name: "Next: Campaigns past their end, still active" });
const bar = (page: Page) => page.getByRole("region", { name: "Item from Today" });

test.beforeEach(async ({ startSignedIn }) => startSignedIn());

test("item disappears from every page when its record changes elsewhere", async ({ page, api, accessible }) => {
  const opened = page.waitForEvent("websocket");
  const connected = waitForSubscription(page);
  await page.goto("/clinics");
  await expect(heading(page, "Clinics")).toBeVisible();
  const socket = await opened;
  await connected;
  const subscribed = socket.waitForEvent("framereceived", isReady);
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await expect(heading(page, "Today")).toBeVisible();
  await subscribed;
  await accessible();
  const { data } = await api.get<Today>("/careops/today");
  const item = data.sources.find(({ source }) => source === "campaigns")?.items[0];
  if (!item) throw new Error("the demo data has a campaign past its end");
  const shown = card(page).getByRole("button", { name: `Snooze ${item.title}` });
  const before = await shown.count();
  await api.put(`/admin/ad_campaigns/${item.record_id}`, { active: false });
  await expect(shown).toHaveCount(before - 1);

  await page.setViewportSize({ width: 390, height: 800 });
  await accessible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test("Next opens different items in two browsers, and leaving one frees it", async ({ page, browser, baseURL }) => {
  const other = await colleague(browser, baseURL);
  for (const each of [page, other.page]) {
    await each.goto("/today");
    await expect(heading(each, "Today")).toBeVisible();
  }
  // Campaigns, because the news of a request are done as soon as their record is open.
  await next(page).click();
  await expect(bar(page)).toBeVisible();
  const mine = await bar(page).getByRole("status").textContent();
  await next(other.page).click();
  await expect(bar(other.page)).toBeVisible();
  await expect.poll(() => bar(other.page).getByRole("status").textContent()).not.toBe(mine);
  await bar(page).getByRole("button", { name: "Put back" }).click();
  await expect(heading(page, "Today")).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  await bar(other.page).getByRole("button", { name: "Put back" }).click();
  await other.close();
});

test("a snoozed item is listed apart and shown again", async ({ page }) => {
  await page.goto("/today");
  const snooze = card(page)
    .getByRole("button", { name: /^Snooze / })
    .first();
  const name = (await snooze.getAttribute("aria-label"))?.replace("Snooze ", "") ?? "";
  await snooze.click();
  await page.getByRole("menuitem", { name: /^Tomorrow/ }).click();
  await card(page)
    .getByRole("button", { name: /snoozed$/ })
    .click();
  await card(page)
    .getByRole("button", { name: `Show ${name} now` })
    .click();
  await expect(card(page).getByText(/snoozed$/)).toHaveCount(0);
});

test("an item is snoozed until another day with the keyboard", async ({ page, accessible }) => {
  await page.goto("/today");
  await card(page)
    .getByRole("button", { name: /^Snooze / })
    .first()
    .focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: /^Tomorrow/ })).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: /^Snooze / });
  const field = dialog.getByRole("textbox", { name: /^Day/ });
  await expect(field).toBeFocused();
  await accessible();
  await dialog.getByRole("button", { name: "Choose Day from the calendar" }).click();
  await expect(page.getByRole("grid")).toBeVisible();
  await page.keyboard.press("Escape");
  await field.fill("tomorrow");
  await field.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(card(page).getByText(/snoozed$/)).toBeVisible();
});

test("navigation counts due items after the first screen and live", async ({ page, api, accessible }) => {
  const reads: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.endsWith("/careops/today")) reads.push(request.url());
  });
  const subscribed = page.waitForEvent("websocket").then(async (socket) => {
    await socket.waitForEvent("framesent", ({ payload }) => String(payload).includes('"today"'));
    await socket.waitForEvent("framereceived", isReady);
  });
  await page.goto("/clinics");
  await expect(heading(page, "Clinics")).toBeVisible();
  const campaigns = page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Ad campaigns" });
  await expect(campaigns).toHaveAccessibleDescription(/^\d+ waiting$/);
  await expect.poll(() => reads).toHaveLength(1);
  await accessible();
  await subscribed;
  const { data } = await api.get<Today>("/careops/today");
  const source = data.sources.find(({ source }) => source === "campaigns");
  const item = source?.items[0];
  if (!item) throw new Error("the demo data has a campaign past its end");
  await expect(campaigns).toHaveAccessibleDescription(`${source.count} waiting`);
  await api.put(`/admin/ad_campaigns/${item.record_id}`, { active: false });
  const left = source.count - 1;
  await expect(campaigns).toHaveAccessibleDescription(left > 0 ? `${left} waiting` : "");

  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole("button", { name: "Open navigation" }).click();
  const drawer = page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Today" });
  await expect(drawer).toHaveAccessibleDescription(/^\d+\+? waiting$/);
  await accessible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test("mention shows a dot at once and is read in the top bar by keyboard", async ({
  page,
  api,
  browser,
  baseURL,
  accessible,
}) => {
  const { id } = await api.hospital("Mentioned Hospital");
  const other = await colleague(browser, baseURL);
  const subscribed = page.waitForEvent("websocket").then(async (socket) => {
    await socket.waitForEvent("framesent", ({ payload }) => String(payload).includes('"today"'));
    await socket.waitForEvent("framereceived", isReady);
  });
  await page.goto("/clinics");
  const button = page.getByRole("banner").getByRole("button", { name: /mentions?, news (and|or) follow-ups?$/i });
  await expect(button).toBeVisible();
  await subscribed;
  const countOf = async () => Number.parseInt((await button.getAttribute("aria-label")) ?? "", 10) || 0;
  const before = await countOf();

  await other.page.goto(`/clinics-details/${id}/timeline`);
  await textarea(other.page).focus();
  await other.page.keyboard.type("Please call the owner @gurl");
  await other.page.getByRole("option", { name: /^Gurleen Kaur Brar/ }).click();
  await other.page.getByRole("button", { name: "Add note", exact: true }).click();
  await expect.poll(countOf).toBe(before + 1);
  await other.close();
  await accessible();

  await button.press("Enter");
  const panel = page.getByRole("group", { name: "Mentions, news and follow-ups" });
  const link = panel.getByRole("link", { name: "Mentioned Hospital" });
  await expect(link).toBeFocused();
  await expect(panel.getByText("Please call the owner")).toBeVisible();
  await accessible();
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(button).toBeFocused();

  await page.setViewportSize({ width: 390, height: 800 });
  await page.keyboard.press("Enter");
  await expect(link).toBeFocused();
  const last = panel.getByRole("link", { name: "Open Today" });
  await expect.poll(async () => (await last.boundingBox())?.height).toBeGreaterThanOrEqual(24);
  await accessible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.keyboard.press("Tab");
  await expect(panel.getByRole("button", { name: "Mark as read: Mentioned Hospital" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(link).toHaveCount(0);
  await expect.poll(() => panel.evaluate((place) => place.contains(document.activeElement))).toBe(true);
  await expect.poll(countOf).toBe(before);
});

test("at 320 px the account menu leads to mentions and follow-ups", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/clinics");
  const counts = page.waitForResponse((answer) => answer.url().endsWith("/careops/today"));
  await counts;
  await page.getByRole("button", { name: "Account menu" }).click();
  await expect(page.getByRole("menuitem").last()).toBeInViewport({ ratio: 1 });
  await page.getByRole("menuitem", { name: /mentions?, news (and|or) follow-ups?$/i }).click();
  await expect(heading(page, "Today")).toBeVisible();
});

test("six sources that are due fit into a window of 1280 by 800", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.route("**/api/careops/today", (route) =>
    changeResponse(route, "get", "/careops/today", (body) => {
      const [full] = body.data.sources.filter(({ personal, items }) => !personal && items.length >= 3);
      const others = ["payments", "subscriptions", "doctors", "campaigns", "invitations", "feeds"];
      if (!full) throw new Error("the demo data has a source with three items");
      const due = others.map((source) => ({ ...full, source, items: full.items.map((item) => ({ ...item, source })) }));
      const own = body.data.sources.filter(({ personal, count }) => personal && count > 0);
      return { ...body, data: { ...body.data, sources: [...own, ...due] } };
    }),
  );
  await page.goto("/today");
  await expect(page.getByRole("region", { name: "Feeds that failed" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(800);
});
