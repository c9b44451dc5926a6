import type { Page } from "@playwright/test";
import { type Api, expect, test } from "../fixtures";
import { columnCells, rows, rowWithText, waitUntilIdle } from "../support/screens";

interface Referral {
  id: number;
  unique_id: string;
  appointment_count: number;
  notes: string | string[] | null;
  referred_by_doctor: { name: string; phone_number: string };
}
interface Listed {
  data: { referrals: [Referral, ...Referral[]] };
  total_records: number;
}
const row = (page: Page, id: string) =>
  rows(page).filter({ has: page.getByRole("button", { name: `Copy ${id}`, exact: true }) });

/** Resolves when the server confirms the page's subscription to a channel. */
const channel = (page: Page, name: string) =>
  new Promise<void>((resolve) => {
    page.on("websocket", (socket) => {
      let isRequested = false;
      socket.on("framesent", ({ payload }) => {
        isRequested ||= String(payload).includes(name);
      });
      socket.on("framereceived", () => isRequested && resolve());
    });
  });

const apps = new Map<Api, Promise<Api>>();
/** Report a referral to the platform, as its apps do. */
async function tell(api: Api, unique_id: string, overrides: object = {}) {
  const referral = {
    unique_id,
    referred_by_doctor: { name: "Dr. Harpreet Gill", phone_number: "9812345670", speciality: "Physician" },
    referred_to_doctor: { name: "Dr. Asha Rao", phone_number: "9812345671", speciality: "Cardiologist" },
    changed_at: "2026-11-20T09:31:07Z",
    ...overrides,
  };
  if (!apps.has(api)) apps.set(api, api.program("referrals:write"));
  await (await apps.get(api)!).post("/careops/referrals", { referrals: [referral] });
}

test("referrals are listed with both doctors, their notes are read, and a link adds one to the queue", async ({
  page,
  api,
  startSignedIn,
  accessible,
}) => {
  await tell(api, "REF-NOTES", { notes: ["ECG <b>enclosed</b>", "ਛੇਤੀ ਵੇਖੋ"], appointment_count: 2 });
  await startSignedIn("customer_care");
  await page.goto("/clinics");
  await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Referrals" }).click();
  await expect(page).toHaveURL(/\/referrals$/);
  await waitUntilIdle(page);
  await expect(rows(page)).toHaveCount(10);
  const referral = row(page, "REF-NOTES");
  await expect(referral).toContainText("Dr. Harpreet Gill");
  await expect(referral).toContainText("Cardiologist");
  await expect(referral.getByRole("link", { name: "Call +91 98123 45670" })).toHaveAttribute(
    "href",
    "tel:+919812345670",
  );
  await accessible();

  await referral.getByRole("button", { name: "Notes for REF-NOTES" }).click();
  const dialog = page.getByRole("dialog", { name: "Notes for REF-NOTES" });
  await expect(dialog.getByRole("listitem")).toHaveText(["ECG <b>enclosed</b>", "ਛੇਤੀ ਵੇਖੋ"]);
  await accessible();
  // Update a referral whose notes are open.
  await tell(api, "REF-NOTES", {
    notes: ["Please call first"],
    appointment_count: 2,
    changed_at: "2026-11-21T09:31:07Z",
  });
  await expect(dialog.getByText("Please call first")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await referral.getByRole("link", { name: "Add to queue: REF-NOTES" }).click();
  await expect(page).toHaveURL(/\/book-appointment\/\d+$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Book appointment");
  await expect(page.getByText("Appointments are booked outside this console.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Call +91 98123 45671" })).toBeVisible();
  await accessible();
  for (const id of ["999999999", "abc"]) {
    await page.goto(`/book-appointment/${id}`);
    await expect(page.getByText("No referral found with this ID")).toBeVisible();
  }
});

test("new referral is listed first in every browser and a changed one stays at its place", async ({
  page,
  api,
  browser,
  baseURL,
  startSignedIn,
}) => {
  await tell(api, "REF-FIRST");
  await startSignedIn();
  const listening = channel(page, "referrals");
  await page.goto("/referrals");
  await listening;
  await expect(rows(page).first()).toContainText("REF-FIRST");
  const elsewhere = await browser.newContext({
    baseURL: baseURL ?? "",
    storageState: await page.context().storageState(),
  });
  const other = await elsewhere.newPage();
  const listeningToo = channel(other, "referrals");
  await other.goto("/referrals");
  await listeningToo;
  await expect(rows(other).first()).toContainText("REF-FIRST");
  const marked = page.locator("tr[data-marked]");
  await tell(api, "REF-SECOND");
  await expect(marked).toHaveCount(1);
  await tell(api, "REF-FIRST", { appointment_count: 7, changed_at: "2026-11-20T10:00:00Z" });
  // Sooner than polling would show it.
  await expect(rows(page).first()).toContainText("REF-SECOND", { timeout: 15_000 });
  await expect(rows(page)).toContainText(["REF-SECOND", "REF-FIRST"]);
  await expect(columnCells(rowWithText(page, "REF-FIRST"), "Appointments")).toHaveText("7");
  await expect(rows(page)).toHaveCount(10);
  await expect(page.getByText("1 new referral")).toBeAttached();
  await expect(rows(other).first()).toContainText("REF-SECOND", { timeout: 15_000 });
  await expect(page.locator("tr[data-marked]")).toHaveCount(0);
  await elsewhere.close();
});

test("lost live connection of a list is reported", async ({ page, startSignedIn, accessible }) => {
  let isReachable = true;
  // Only channels that the server has answered: a browser warns when one is closed while it still connects. With the
  // address of their page, because the previous page may still receive a message.
  const open = new Map<{ close: () => Promise<void> }, string>();
  await page.routeWebSocket("**/api/realtime", (socket) => {
    if (!isReachable) return void socket.close();
    const opener = page.url();
    socket.connectToServer().onMessage((message) => {
      open.set(socket, opener);
      socket.send(message);
    });
  });
  const socketsOf = (address: string) => [...open.keys()].filter((socket) => open.get(socket)?.includes(address));
  await page.route("**/api/careops/events?*", (route) => (isReachable ? route.continue() : route.abort()));
  await startSignedIn();
  const status = page.getByRole("status").filter({ hasText: "Not live: reconnecting…" });
  for (const address of ["/referrals", "/news-feed", "/web-upgrade"]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(status).toHaveCount(0);
    await expect.poll(() => socketsOf(address).length).toBeGreaterThan(0);
    isReachable = false;
    for (const socket of socketsOf(address)) await socket.close();
    await expect(status).toBeVisible({ timeout: 15_000 });
    await accessible();
    isReachable = true;
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect(status).toHaveCount(0);
  }
});

// Proves FAULT-44.list.
test("missing channel causes polling and new rows are counted until shown", async ({ page, api, startSignedIn }) => {
  await page.routeWebSocket("**/api/realtime", (socket) => socket.close());
  await startSignedIn();
  await page.clock.install();
  await page.goto("/referrals?page=2");
  const { total_records } = await api.get<Listed>("/referrals");
  await expect(page.getByText(`${total_records} records`)).toBeVisible();
  await tell(api, "REF-ELSEWHERE");
  await page.clock.runFor(31_000);
  await expect(page.getByText(`${total_records + 1} records`)).toBeVisible();
  await page.getByRole("button", { name: "1 new", exact: true }).click();
  await expect(page).toHaveURL(/\/referrals$/);
  await expect(rows(page).first()).toContainText("REF-ELSEWHERE");
  await expect(page.getByRole("button", { name: "1 new", exact: true })).toHaveCount(0);
});

test("referrals are found by id, doctor and phone and waiting ones by one click", async ({
  page,
  api,
  startSignedIn,
}) => {
  const doctor = { name: "Dr. Nobody Else", phone_number: "9876501234" };
  await tell(api, "REF-WAITS", { referred_to_doctor: doctor });
  await tell(api, "REF-SEEN", { referred_to_doctor: doctor, appointment_count: 1 });
  await startSignedIn();
  await page.goto("/referrals");
  await waitUntilIdle(page);
  await page.getByRole("searchbox").fill("nobody else");
  await expect(page).toHaveURL(/search=nobody/);
  await expect(rows(page)).toHaveCount(2);
  await page.getByLabel("No appointment yet").check();
  await expect(page).toHaveURL(/waiting=yes/);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText("REF-WAITS");
  await page.getByRole("searchbox").fill("REF-NONE");
  await expect(page.getByText("No referrals match these filters")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rows(page)).toHaveCount(10);
});
