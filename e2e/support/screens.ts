import { expect, type Locator, type Page, type Request } from "@playwright/test";

/** The rows of a list, without its head. */
export const rows = (place: Page | Locator) => place.locator("tbody").getByRole("row");
/** The row that says this: a clinic's name, what somebody is called. */
export const rowOf = (place: Page | Locator, text: string) => rows(place).filter({ hasText: text });

/**
 * What stands in the column of that title: in a row, or in every row of a list. On a phone the title is written before
 * it.
 */
export const under = (place: Page | Locator, title: string) => place.locator(`[data-header="${title}"]`);

/** The headings of a table one by one, also of fields that share a cell. */
export const headings = (place: Page | Locator) => place.locator("thead :is([data-head], th:not(:has([data-head])))");
/** What a row holds, field by field. */
export const fields = (row: Locator) => row.locator("td:not([data-stack]), td[data-stack] [data-header]");
/** A phone number as every screen writes it. */
export const phoneShown = (phone: string) => `+91 ${phone.slice(0, 5)} ${phone.slice(5)}`;

/** Looks a clinic up by the search box and waits for its row. */
export async function find(page: Page, clinic: string, term = clinic) {
  const box = page.getByRole("searchbox");
  await box.fill(term);
  await box.press("Enter");
  await expect(rowOf(page, clinic)).toBeVisible();
}

/** Chooses from the menu of a value that is changed where it is shown. */
export async function choose(button: Locator, option: string) {
  await button.click();
  await button.page().getByRole("menuitemradio", { name: option, exact: true }).click();
}

/** Picks a module in a clinic's row. */
export async function pick(page: Page, clinic: string, module: string) {
  await rowOf(page, clinic).getByRole("combobox").selectOption({ label: module });
}

const notices = (page: Page) => page.getByRole("region", { name: "Notifications" });
/** A notification on screen. */
export const notice = (page: Page, text: string) => notices(page).getByText(text, { exact: true });
/** The coloured mark of a notification: green, blue or red. */
export const markOf = (notification: Locator) => notification.locator("xpath=ancestor::div[1]").locator("svg").first();
/** Closes the first notification. */
export const dismissed = (page: Page) => notices(page).getByRole("button", { name: "Dismiss" }).first().click();

/** Whether a request keeps or forgets what is being typed, which may happen at any time while a form is open. */
const isDraft = (request: Request) => request.url().includes("/careops/drafts");
/** Whether a request changes a record in this way. */
export const changes = (request: Request, method: "PUT" | "DELETE") => request.method() === method && !isDraft(request);
/** The next request that changes a record in this way. */
export const change = (page: Page, method: "PUT" | "DELETE") =>
  page.waitForRequest((request) => changes(request, method));

/** Waits until nothing on screen is loading. */
export const settled = (page: Page) => expect(page.locator("[aria-busy=true]")).toHaveCount(0);

/** A list with its rows: signed in, and answered. */
export const listed = (page: Page) => expect(rows(page).first().getByRole("link")).toBeVisible();

/** What a list that can be put in order says of the row that is being moved. */
export const spoken = (page: Page) => page.locator("[id^=DndLiveRegion]");

/**
 * Moves a row by its handle and the keyboard, from where it stands to another number. Each key waits for the words of
 * the one before: the list has to have drawn what a key did before it knows where the next one leads.
 */
export async function moveByKeys(page: Page, handle: Locator, from: number, to: number) {
  await handle.focus();
  const step = to < from ? -1 : 1;
  for (let at = from; at !== to + step; at += step) {
    const key = step < 0 ? "ArrowUp" : "ArrowDown";
    await page.keyboard.press(at === from ? "Space" : key);
    // A row's own position is announced with a colon only while it is carried.
    await expect(spoken(page)).toHaveText(new RegExp(`: position ${at} of \\d+\\.$`));
    // It listens to the next key only in the turn after the one that took the row up.
    if (at === from) await page.evaluate(() => new Promise((listens) => setTimeout(listens)));
  }
  await page.keyboard.press("Space");
}

export async function signOut(page: Page) {
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
}

/** The console listens: what happens from now on reaches this page. */
export const listening = (page: Page) =>
  page
    .waitForEvent("websocket")
    .then((socket) =>
      socket.waitForEvent("framereceived", { predicate: ({ payload }) => String(payload).includes('"ready"') }),
    );
