import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { type Api, expect, test } from "../fixtures";

const address = (id: number, query = "") => `/clinics-details/${id}/timeline${query}`;
const entries = (page: Page) => page.getByRole("main").locator("ol > li");
const filter = (page: Page, name: string) =>
  page.getByRole("group", { name: "Groups of entries" }).getByRole("button", { name, exact: true });

async function addEvents(api: Api, clinicId: number, count: number) {
  const app = await api.program("audit:write");
  const events = Array.from({ length: count }, (_, number) => ({
    id: randomUUID(),
    key: number === 0 ? "module.view" : "ward.round",
    event_status: "SUCCESS",
    timestamp: new Date(Date.now() - (number + 10) * 60_000).toISOString(),
    clinic_id: clinicId,
    user: { name: "Jasleen Gill", type: "staff" },
    description: `Event ${number}`,
  }));
  await app.post("/careops/audit_events", { events });
}

test("a note appears in another window, and the groups filter the entries", async ({
  page,
  context,
  api,
  startSignedIn,
  accessible,
}) => {
  const { id } = await api.hospital("Timeline Hospital");
  await addEvents(api, id, 3);
  await startSignedIn("customer_care");
  await page.goto(address(id));
  await expect(entries(page).filter({ hasText: "Event 0" })).toBeVisible();
  const other = await context.newPage();
  await other.goto(address(id));
  await expect(entries(other).filter({ hasText: "Event 0" })).toBeVisible();
  await other.getByRole("textbox", { name: /Note/ }).fill("Owner called about IPD");
  await other.getByRole("button", { name: "Add note" }).click();
  await expect(entries(page).filter({ hasText: "Owner called about IPD" })).toBeVisible();
  await expect(entries(other).filter({ hasText: "Owner called about IPD" })).toBeVisible();
  await other.close();
  await accessible();

  await filter(page, "Notes").focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(address(id, "?groups=notes"));
  await expect(entries(page)).toHaveCount(1);
  await expect(filter(page, "Notes")).toHaveAttribute("aria-pressed", "true");
  await filter(page, "Modules").click();
  await expect(entries(page).filter({ hasText: "Event 0" })).toBeVisible();
  await expect(entries(page)).toHaveCount(1);
  await filter(page, "Money").click();
  await expect(page.getByText("No entries in this group")).toBeVisible();
  await filter(page, "All").click();
  await expect(page).toHaveURL(address(id));
});

test("the details show the newest changes and open all of them in place", async ({
  page,
  api,
  startSignedIn,
  accessible,
}) => {
  const { id } = await api.hospital("Newest Hospital");
  await addEvents(api, id, 6);
  await startSignedIn("customer_care");
  await page.goto(`/clinics-details/${id}/basic-details`);
  const tabs = page.getByRole("main").locator("[data-tab]");
  await expect(tabs).toHaveCount(10);
  const newest = page.getByRole("main").locator("ol > li");
  await expect(newest).toHaveCount(5);
  await accessible();
  await page.getByRole("link", { name: "All changes" }).click();
  await expect(page).toHaveURL(address(id));
  await expect(tabs.first()).toHaveAttribute("aria-current", "page");
  await expect(entries(page).filter({ hasText: "Event 5" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Details", exact: true }).last().click();
  await expect(newest).toHaveCount(5);
});

test("openings are shown on request", async ({ page, api, startSignedIn }) => {
  const { id } = await api.hospital("Opened Hospital");
  const app = await api.program("audit:write");
  const opening = {
    id: randomUUID(),
    key: "patient.view",
    event_status: "SUCCESS",
    timestamp: new Date(Date.now() - 60_000).toISOString(),
    clinic_id: id,
    user: { name: "Jasleen Gill", type: "staff" },
  };
  await app.post("/careops/audit_events", { events: [opening] });
  await startSignedIn("customer_care");
  await page.goto(address(id));
  await expect(entries(page)).toHaveCount(1);
  await page.getByText("Also openings and sign-ins").click();
  await expect(page).toHaveURL(address(id, "?openings=yes"));
  await expect(entries(page).filter({ hasText: "Jasleen Gill opened the file of a patient" })).toBeVisible();
});

test("earlier entries load at the end of the page and on a phone", async ({ page, api, startSignedIn, accessible }) => {
  const { id } = await api.hospital("Long Timeline Hospital");
  await addEvents(api, id, 75);
  await page.setViewportSize({ width: 390, height: 844 });
  await startSignedIn();
  await page.goto(address(id));
  await expect(entries(page).filter({ hasText: "Event 0" })).toBeVisible();
  await accessible();
  await expect(async () => {
    await entries(page).last().scrollIntoViewIfNeeded();
    await expect(entries(page).filter({ hasText: "Event 74" })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(page.getByRole("button", { name: "Load earlier" })).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test("doctors, pharmacies, labs and users have a timeline", async ({ page, examples, startSignedIn }) => {
  await startSignedIn();
  for (const route of [
    "/doctor-details/:doctorId/:tab",
    "/pharmacy-details/:pharmacyId/:tab",
    "/lab-details/:labId/:tab",
  ]) {
    await page.goto(await examples.addressOf(route, "timeline"));
    await expect(page.getByRole("link", { name: "Timeline" })).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("button", { name: "Add note" })).toBeVisible();
  }
  await page.goto(`${await examples.addressOf("/users-details/:userId", "")}?tab=timeline`);
  await expect(page.getByRole("link", { name: "Timeline" })).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("button", { name: "Add note" })).toBeVisible();
});

for (const [list, kind] of [
  ["/ad-campaigns", "campaign"],
  ["/referrals", "referral"],
] as const) {
  test(`the timeline of a ${kind} opens beside its list, with notes and follow-ups`, async ({
    page,
    startSignedIn,
    accessible,
  }) => {
    await startSignedIn();
    await page.goto(list);
    await page
      .getByRole("button", { name: /^Timeline of/ })
      .first()
      .press("Enter");
    const drawer = page.getByRole("dialog", { name: /^Timeline of/ });
    const text = `Noted at the ${kind}`;
    await drawer.getByRole("textbox", { name: /Note/ }).fill(text);
    await drawer.getByRole("button", { name: "Add note" }).click();
    await expect(drawer.getByRole("listitem").filter({ hasText: text })).toBeVisible();
    await drawer.getByRole("button", { name: "Money" }).click();
    await expect(drawer.getByText("No entries in this group")).toBeVisible();
    await expect(page).toHaveURL(list);
    await accessible();
    await drawer.getByRole("button", { name: "Follow-up…" }).click();
    const dialog = page.getByRole("dialog", { name: /follow-up/i });
    await dialog.getByLabel(/What/).fill(`Call about the ${kind}`);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(dialog).toBeHidden();
    await page.setViewportSize({ width: 390, height: 800 });
    await expect(drawer.getByRole("button", { name: "Close" })).toBeInViewport();
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden();
  });
}
