import { expect, type Locator, type Page, type Request } from "@playwright/test";

/** The rows of a list without its header. */
export const rows = (place: Page | Locator) => place.locator("tbody").getByRole("row");
/** The row with this text, such as a clinic's name. */
export const rowWithText = (place: Page | Locator, text: string) => rows(place).filter({ hasText: text });

/** Content of the column with that title, in one row or in all. On a phone the title precedes it. */
export const columnCells = (place: Page | Locator, title: string) => place.locator(`[data-header="${title}"]`);

/** All headings of a table, including those of stacked fields. */
export const headings = (place: Page | Locator) => place.locator("thead :is([data-head], th:not(:has([data-head])))");
/** All fields of a row. */
export const fields = (row: Locator) => row.locator("td:not([data-stack]), td[data-stack] [data-header]");
/** A phone number in the format of every screen. */
export const formatPhone = (phone: string) => `+91 ${phone.slice(0, 5)} ${phone.slice(5)}`;

/** Find a clinic with the search field by its phone number. Other rows go when the answer has come. */
export async function searchClinic(page: Page, clinic: string, phone: string) {
  const box = page.getByRole("searchbox");
  await box.fill(phone);
  await box.press("Enter");
  await expect(rowWithText(page, clinic)).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
}

/** Choose from a menu that changes a value in place. */
export async function chooseMenuOption(button: Locator, option: string) {
  await button.click();
  await button.page().getByRole("menuitemradio", { name: option, exact: true }).click();
}

/** Select a module in a clinic's row. */
export async function selectModule(page: Page, clinic: string, module: string) {
  await rowWithText(page, clinic).getByRole("combobox").selectOption({ label: module });
}

const toasts = (page: Page) => page.getByRole("region", { name: "Notifications" });
/** A notification on screen. */
export const toastWithText = (page: Page, text: string) => toasts(page).getByText(text, { exact: true });
/** Coloured icon of a notification: green, blue or red. */
export const toastIcon = (notification: Locator) =>
  notification.locator("xpath=ancestor::div[1]").locator("svg").first();
/** Closes the first notification. */
export const dismissToast = (page: Page) => toasts(page).getByRole("button", { name: "Dismiss" }).first().click();

/** True if a request concerns a draft or presence, which are sent at any time while a form or a record is open. */
const isIncidental = (request: Request) => /\/careops\/(drafts|presence)/.test(request.url());
/** True if a request changes a record with this method. */
export const isChangeRequest = (request: Request, method: "PUT" | "DELETE") =>
  request.method() === method && !isIncidental(request);
/** The next request that changes a record with this method. */
export const waitForChange = (page: Page, method: "PUT" | "DELETE") =>
  page.waitForRequest((request) => isChangeRequest(request, method));

/** Wait until nothing on screen is loading. */
export const waitUntilIdle = (page: Page) => expect(page.locator("[aria-busy=true]")).toHaveCount(0);

/** Wait for a list with rows: signed in and loaded. */
export const waitForList = (page: Page) => expect(rows(page).first().getByRole("link")).toBeVisible();

/** Screen reader announcement of a reorderable list. */
export const reorderAnnouncement = (page: Page) => page.locator("[id^=DndLiveRegion]");

/** Pick up a row by its handle, which has the focus. */
export async function pickUp(page: Page, at: number) {
  await page.keyboard.press("Space");
  // A row's own position has a colon only while the row is carried.
  await expect(reorderAnnouncement(page)).toHaveText(new RegExp(`: position ${at} of \\d+\\.$`));
  // The list handles keys only in the task after the one that picked the row up.
  await page.evaluate(() => new Promise((listens) => setTimeout(listens)));
}

/**
 * Move a row to another position by its handle and the keyboard. Each key waits for the announcement of the one
 * before, because the list must have rendered it to know the next target.
 */
export async function moveByKeys(page: Page, handle: Locator, from: number, to: number) {
  await handle.focus();
  const step = to < from ? -1 : 1;
  await pickUp(page, from);
  for (let at = from + step; at !== to + step; at += step) {
    await page.keyboard.press(step < 0 ? "ArrowUp" : "ArrowDown");
    await expect(reorderAnnouncement(page)).toHaveText(new RegExp(`: position ${at} of \\d+\\.$`));
  }
  await page.keyboard.press("Space");
}

export async function signOut(page: Page) {
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
}

/** True if the server confirms the channels of a socket with this message. */
export const isReady = ({ payload }: { payload: string | Buffer }) => String(payload).includes('"ready"');
/** Wait until the console is subscribed, so that later events reach this page. */
export const waitForSubscription = (page: Page) =>
  page.waitForEvent("websocket").then((socket) => socket.waitForEvent("framereceived", isReady));

/** Answer the question of a changed form with Discard. A banner with an earlier draft has a button of the same name. */
export const discardChanges = (page: Page) =>
  page.getByRole("alertdialog", { name: "Discard changes?" }).getByRole("button", { name: "Discard" }).click();
