import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { respondError } from "../support/responses";
import {
  columnCells,
  pickUp,
  reorderAnnouncement,
  rows,
  rowWithText,
  toastWithText,
  waitForChange,
  waitUntilIdle,
} from "../support/screens";

interface Listed {
  data: { care_cities: { id: number; name: string; order_number: number; latitude: number | null }[] };
}

const names = (page: Page) => columnCells(page, "Name");
const handle = (page: Page, name: string) => page.getByRole("button", { name: `Move ${name}`, exact: true });
const firstNames = async (page: Page) => (await names(page).allTextContents()).slice(0, 4);
const saved = (page: Page) =>
  page.waitForResponse((reply) => reply.request().method() === "PUT" && reply.url().includes("/admin/care_cities/"));

test.beforeEach(async ({ api, page, startSignedIn }) => {
  // The order of the demo data, independent of earlier tests.
  for (const [at, name] of ["Ludhiana", "Chandigarh", "Amritsar", "Jalandhar"].entries()) {
    const { data } = await api.get<Listed>("/admin/care_cities?perpage=500");
    const city = data.care_cities.find((other) => other.name === name)!;
    await api.put(`/admin/care_cities/${city.id}`, { order_number: at + 1 });
  }
  await startSignedIn();
  await page.goto("/care-cities");
  await expect(rows(page)).toHaveCount(10);
});

/** Drag a row's handle to the middle of another row, in small steps like a person does. */
async function drag(page: Page, from: Locator, to: Locator) {
  const middle = async (thing: Locator) => {
    const box = (await thing.boundingBox())!;
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const start = await middle(from);
  const end = await middle(to);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x, start.y + 8, { steps: 3 });
  await page.mouse.move(start.x, end.y, { steps: 12 });
  await page.mouse.up();
}

test("dragged city stays at its new place", async ({ page, api }) => {
  await expect(page.getByRole("columnheader")).toHaveText([
    "Move",
    "Name",
    "Latitude",
    "Longitude",
    "Order number",
    "Actions",
  ]);
  await expect.poll(() => firstNames(page)).toEqual(["Ludhiana", "Chandigarh", "Amritsar", "Jalandhar"]);
  const answered = saved(page);
  await drag(page, handle(page, "Jalandhar"), rowWithText(page, "Chandigarh"));
  expect((await answered).request().postDataJSON()).toEqual({ order_number: 2 });
  await expect(toastWithText(page, "Order updated")).toBeVisible();
  await expect(names(page).first()).toHaveText("Ludhiana");
  await expect.poll(() => firstNames(page)).toEqual(["Ludhiana", "Jalandhar", "Chandigarh", "Amritsar"]);
  await page.reload();
  await expect(rows(page)).toHaveCount(10);
  await expect.poll(() => firstNames(page)).toEqual(["Ludhiana", "Jalandhar", "Chandigarh", "Amritsar"]);
  const { data } = await api.get<Listed>("/admin/care_cities?perpage=500");
  expect(data.care_cities.map((city) => city.order_number)).toEqual(data.care_cities.map((_, at) => at + 1));
});

test("city is moved by keys, announced by name and keeps the focus", async ({ page, accessible }) => {
  await handle(page, "Amritsar").focus();
  await pickUp(page, 3);
  await expect(reorderAnnouncement(page)).toHaveText(/^Amritsar: position 3 of \d+\.$/);
  await page.keyboard.press("ArrowUp");
  await expect(reorderAnnouncement(page)).toHaveText(/^Amritsar: position 2 of \d+\.$/);
  await page.keyboard.press("ArrowUp");
  await expect(reorderAnnouncement(page)).toHaveText(/^Amritsar: position 1 of \d+\.$/);
  await accessible();
  await page.keyboard.press("Space");
  await expect(reorderAnnouncement(page)).toHaveText(/^Amritsar moved to position 1 of \d+\.$/);
  await expect(toastWithText(page, "Order updated")).toBeVisible();
  await expect.poll(() => firstNames(page)).toEqual(["Amritsar", "Ludhiana", "Chandigarh", "Jalandhar"]);
  await expect(handle(page, "Amritsar")).toBeFocused();

  await pickUp(page, 1);
  await expect(reorderAnnouncement(page)).toHaveText(/^Amritsar: position 1 of \d+\.$/);
  await page.keyboard.press("ArrowDown");
  await expect(reorderAnnouncement(page)).toHaveText(/^Amritsar: position 2 of \d+\.$/);
  await page.keyboard.press("Escape");
  await expect(reorderAnnouncement(page)).toHaveText(/^Amritsar is back at position 1 of \d+\.$/);
  await expect.poll(() => firstNames(page)).toEqual(["Amritsar", "Ludhiana", "Chandigarh", "Jalandhar"]);
});

test("failed move is reverted and reported", async ({ page }) => {
  const sentence = "No care city found with this ID";
  await page.route("**/admin/care_cities/*", (route) =>
    route.request().method() === "PUT"
      ? respondError(route, 404, { source: "city_id", title: sentence })
      : route.fallback(),
  );
  await drag(page, handle(page, "Ludhiana"), rowWithText(page, "Amritsar"));
  await expect(toastWithText(page, sentence)).toBeVisible();
  await expect(names(page).first()).toHaveText("Ludhiana");
  await expect.poll(() => firstNames(page)).toEqual(["Ludhiana", "Chandigarh", "Amritsar", "Jalandhar"]);
});

test("a city reaches another page by its position", async ({ page }) => {
  await page.getByRole("button", { name: "Move Ludhiana to a position" }).click();
  const dialog = page.getByRole("dialog", { name: "Move Ludhiana" });
  for (const wrong of ["0", "9999", "first"]) {
    await dialog.getByLabel("Position").fill(wrong);
    await dialog.getByRole("button", { name: "Move" }).click();
    await expect(dialog.getByText(/^Enter a whole number from 1 to/)).toBeVisible();
  }
  await dialog.getByLabel("Position").fill("११");
  await dialog.getByRole("button", { name: "Move" }).click();
  await expect(toastWithText(page, "Order updated")).toBeVisible();
  await expect(names(page).first()).toHaveText("Chandigarh");
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(names(page).first()).toHaveText("Ludhiana");
});

test("a city is added from a suggestion, changed and deleted", async ({ page, accessible }) => {
  await page.getByRole("button", { name: "Add city" }).click();
  const adding = page.getByRole("dialog", { name: "Add city" });
  await adding.getByRole("button", { name: "Add" }).click();
  await expect(adding.getByText("Please enter city name")).toBeVisible();
  await accessible();
  await adding.getByLabel("City name").pressSequentially("gurdas");
  await page
    .getByRole("option", { name: /^Gurdaspur/ })
    .first()
    .click();
  await expect(adding.getByLabel("City name")).toHaveValue("Gurdaspur");
  await expect(adding.getByLabel("Latitude")).toHaveValue(/^3[12]\.\d+$/);
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await adding.getByRole("button", { name: "Add" }).click();
  expect((await sent).postDataJSON()).toMatchObject({ name: "Gurdaspur", basic_city_id: null });
  await expect(toastWithText(page, "City added successfully!")).toBeVisible();

  await page.goto("/care-cities?perpage=100");
  await page.getByRole("button", { name: "Edit Gurdaspur" }).click();
  const editing = page.getByRole("dialog", { name: "Edit city" });
  await editing.getByLabel("City name").fill("Gurdaspur city");
  await editing.getByLabel("Longitude").fill("");
  await editing.getByRole("button", { name: "Save" }).click();
  await expect(editing.getByText("Enter both latitude and longitude")).toBeVisible();
  await editing.getByLabel("Latitude").fill("");
  const changed = waitForChange(page, "PUT");
  await editing.getByRole("button", { name: "Save" }).click();
  expect((await changed).postDataJSON()).toEqual({ name: "Gurdaspur city", latitude: null, longitude: null });
  await expect(toastWithText(page, "City Updated successfully!")).toBeVisible();

  await page.getByRole("button", { name: "Delete Gurdaspur city" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete Gurdaspur city?" });
  await expect(question.getByText("Are you sure you want to delete this", { exact: true })).toBeVisible();
  await question.getByRole("button", { name: "Yes" }).click();
  await expect(toastWithText(page, "City deleted successfully")).toBeVisible();
  await expect(page.getByText("Gurdaspur city", { exact: true })).toHaveCount(0);
});

test("doubtful point needs a confirmation and can be saved", async ({ page, accessible }) => {
  await page.getByRole("button", { name: "Edit Amritsar" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit city" });
  await dialog.getByLabel("Latitude").fill("91");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Enter a number from -90 to 90, such as 30.9")).toBeVisible();
  await dialog.getByLabel("Latitude").fill("५१.५");
  await expect(dialog.getByLabel("Latitude")).toHaveValue("51.5");
  await dialog.getByRole("button", { name: "Save" }).click();
  const question = page.getByRole("alertdialog", { name: "Is this location correct?" });
  await expect(
    question.getByText(/^This location is outside India\. This location is 2,\d{3} km from Amritsar\.$/),
  ).toBeVisible();
  await accessible();
  await question.getByRole("button", { name: "Back to the form" }).click();
  await expect(dialog.getByLabel("Latitude")).toHaveValue("51.5");

  await dialog.getByLabel("Latitude").fill("31.2");
  await dialog.getByLabel("Longitude").fill("75.9");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(question.getByText(/^This location is 1\d\d km from Amritsar\.$/)).toBeVisible();
  await question.getByRole("button", { name: "Save anyway" }).click();
  await expect(toastWithText(page, "City Updated successfully!")).toBeVisible();
  await expect(dialog).toBeHidden();
});

test("failed list is reported and empty", async ({ page, accessible }) => {
  await page.route("**/admin/care_cities?**", (route) => respondError(route, 500));
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page.getByText("There was some error while processing your request")).toBeVisible();
  await expect(page.getByText("Ludhiana")).toHaveCount(0);
  await accessible();
});

test("handle moves its card on a phone without cut texts", async ({ page, accessible }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await waitUntilIdle(page);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await accessible();
  await drag(page, handle(page, "Chandigarh"), rows(page).first());
  await expect(toastWithText(page, "Order updated")).toBeVisible();
  await expect.poll(async () => (await firstNames(page)).slice(0, 2)).toEqual(["Chandigarh", "Ludhiana"]);
});
